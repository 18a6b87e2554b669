#include "base/error.hpp"
#include "base/system/instruction_set.hpp"
#include "base/system/use_threads.hpp"
#include "harness/checks/kernels/kernel.hpp"
#include "harness/checks/kernels/turns.hpp"
#include "harness/cli/command.hpp"
#include "harness/io/json.hpp"
#include "harness/run/environment.hpp"

#include <fmt/format.h>

#include <map>

namespace stiffbench::check_kernels_command {
namespace {

struct Arguments {
  long rounds = 20;
  std::string size = "8k";
  bool json = false;
};

/// A kernel with its time relative to a triad over its bytes, and to the plain product on the same
/// problem, if there is one.
struct Measured {
  Kernel kernel;
  double triads = 0;
  std::optional<double> products = {};
};

std::vector<Measured> measure(const Arguments& arguments) {
  std::vector<Measured> all;
  for (const auto& kernels : {bunny_kernels(arguments.size), brush_kernels(30, 50)})
    for (const Kernel& kernel : kernels) all.push_back({kernel});
  Turns turns;
  std::vector<std::size_t> places;
  std::map<double, std::size_t> triads;  // by bytes
  for (const auto& [kernel, triad_ratio, product_ratio] : all) {
    places.push_back(turns.add(kernel.work));
    if (!triads.contains(kernel.bytes)) triads[kernel.bytes] = turns.add(triad(kernel.bytes));
  }
  turns.run(arguments.rounds);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Kernel& kernel = all[i].kernel;
    all[i].triads = turns.ratio(places[i], triads[kernel.bytes]) / kernel.pieces;
    if (kernel.problem == all.front().kernel.problem)
      all[i].products = turns.ratio(places[i], places.front()) / kernel.pieces;
  }
  return all;
}

void print(const std::vector<Measured>& all) {
  const Json& model = environment()["cpu"]["model"];
  fmt::print("CPU: {}\n", model.is_string() ? model.get<std::string>() : "of unknown model");
  fmt::print("instruction sets: {} chosen at the start, {} compiled\n\n", instruction_set(),
             compiled_set());
  fmt::print("{:30} {:12} {:9} {:>8} {:>8} {:>8}\n", "kernel", "problem", "set", "MB", "triads",
             "products");
  for (const auto& [kernel, triads, products] : all)
    fmt::print("{:30} {:12} {:9} {:8.2f} {:8.2f} {:>8}\n", kernel.name, kernel.problem, kernel.set,
               1e-6 * kernel.bytes, triads, products ? fmt::format("{:.2f}", *products) : "");
  fmt::print(
      "\ntriads: the time over that of a = b + 3 c, which moves as many bytes as the\n"
      "kernel must; K counts whole, so that a kernel that reads half of it may be below\n"
      "1. products: the time over that of the first line. The least of all rounds.\n");
}

Json document(const std::vector<Measured>& all, long rounds) {
  Json lines = Json::array();
  for (const auto& [kernel, triads, products] : all)
    lines.push_back({{"kernel", kernel.name},
                     {"problem", kernel.problem},
                     {"instruction_set", kernel.set},
                     {"bytes", kernel.bytes},
                     {"triads", triads},
                     {"products", value_or_null(products)}});
  return {{"schema", "stiffbench.kernels/1"},
          {"rounds", rounds},
          {"kernels", std::move(lines)},
          {"environment", environment()}};
}

int check_kernels(const Arguments& arguments) {
  if (arguments.rounds < 1)
    throw Error("--rounds is at least 1", std::to_string(arguments.rounds), "give more");
  use_one_thread();
  const std::vector<Measured> all = measure(arguments);
  arguments.json ? fmt::print("{}\n", document(all, arguments.rounds).dump(1)) : print(all);
  return 0;
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::tools,
     "check kernels",
     "Times every kernel of ours beside a triad over the bytes that it must move",
     {"check kernels", "check kernels --rounds 50 --json"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("--rounds", &values.rounds,
               "Turns that every kernel and triad gets; the fastest counts");
      list.add("--size", &values.size, "Of the bunny").choices = {"30", "300", "1k", "4k", "8k"};
      list.add("--json", &values.json, "Print JSON (results/schema/kernels.schema.json)");
    },
    check_kernels);

}  // namespace
}  // namespace stiffbench::check_kernels_command
