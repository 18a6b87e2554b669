#include "base/system/use_threads.hpp"
#include "harness/cli/command.hpp"
#include "harness/io/json.hpp"
#include "harness/io/lines/lines_file.hpp"
#include "integrators/phi/check/phi_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace stiffbench::check_phi_command {
namespace {

/// The fields that identify a check; a check whose fields are in the table is not run again.
Json identity(const PhiCheck& c) {
  return {{"back_end", c.contestant},
          {"problem", c.problem},
          {"vector", c.vector},
          {"request", c.request},
          {"h_omega", c.h_omega},
          {"tolerance", c.tolerance},
          {"norm", c.norm}};
}

Json to_json(const PhiCheck& c) {
  Json line = identity(c);
  line.update({{"status", to_string(c.status)},
               {"reason", c.reason},
               {"error", c.status == Status::ok ? finite_or_null(c.error) : Json(nullptr)},
               {"silent", c.silent()},
               {"estimate", finite_or_null(c.estimate)},
               {"seconds", c.seconds},
               {"products", c.products},
               {"solves", c.solves}});
  return line;
}

/// Counts, for each back end, the evaluations that kept their tolerance, were refused or failed
/// silently.
class Summary {
 public:
  void add(const Json& line) {
    Counts& row = rows_[line["back_end"]];
    if (line["status"] != "ok")
      ++row.refused;
    else
      ++(line["silent"] ? row.silent : row.held);
    if (line["error"].is_number())
      row.worst =
          std::max(row.worst, line["error"].get<double>() / line["tolerance"].get<double>());
  }
  /// Prints the table, and returns the number of silent failures.
  long print() const {
    long all = 0, silent = 0;
    fmt::print("{:32} {:>6} {:>8} {:>7} {:>22}\n", "back end", "held", "refused", "silent",
               "worst error/tolerance");
    for (const auto& [name, row] : rows_) {
      fmt::print("{:32} {:6} {:8} {:7} {:22.2g}\n", name, row.held, row.refused, row.silent,
                 row.worst);
      all += row.held + row.refused + row.silent;
      silent += row.silent;
    }
    fmt::print("{} evaluations, {} silent failures\n", all, silent);
    return silent;
  }

 private:
  struct Counts {
    long held = 0, refused = 0, silent = 0;
    double worst = 0;
  };
  std::map<std::string, Counts> rows_;
};

int check_phi_back_ends(bool whole, const std::string& file) {
  use_one_thread();
  Summary summary;
  std::unique_ptr<LinesFile> lines;
  std::set<std::string> done;
  if (!file.empty()) lines = std::make_unique<LinesFile>(file);
  const Json names = identity({});
  if (lines)
    for (const auto& text : lines->lines()) {
      const Json line = Json::parse(text);
      Json key;
      for (const auto& [name, value] : names.items()) key[name] = line.at(name);
      done.insert(key.dump());
      summary.add(line);
    }
  const auto report = [&](const PhiCheck& c) {
    summary.add(to_json(c));
    if (lines) lines->append(to_json(c).dump());
    if (!c.silent()) return;
    fmt::print(
        "SILENT {}: {} of a {} b with |b| = {:.0e}, h omega = {:g}, on {}: error {:.2g}, "
        "tolerance {:.0e}\n",
        c.contestant, c.request, c.vector, c.norm, c.h_omega, c.problem, c.error, c.tolerance);
    std::fflush(stdout);
  };
  check_phi(whole ? whole_phi_sweep() : thinned_phi_sweep(), report,
            [&](const PhiCheck& c) { return done.contains(identity(c).dump()); });
  return summary.print() > 0 ? 1 : 0;
}

struct Arguments {
  bool whole = false;
  std::string table;
};

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::tools,
     "check phi",
     "Looks for phi back ends whose error exceeds ten times the tolerance with the status ok",
     {"check phi", "check phi --whole --table build/phi.jsonl"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("--whole", &values.whole,
               "The whole sweep, down to tolerances of 1e-10 and up to h omega_max = 1e4");
      list.add("--table", &values.table,
               "Append every evaluation to this file (JSON lines); what is in it already is not "
               "evaluated again");
    },
    [](Arguments& values) { return check_phi_back_ends(values.whole, values.table); });

}  // namespace
}  // namespace stiffbench::check_phi_command
