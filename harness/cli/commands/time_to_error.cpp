#include "harness/cli/commands/time_to_error.hpp"

#include "harness/records/paper.hpp"
#include "harness/records/read_records.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

std::string number(const Json& value, const char* format) {
  return value.is_number() ? fmt::format(fmt::runtime(format), value.get<double>()) : "-";
}

std::string measure_in_words(const std::string& measure) {
  if (measure == "energy_norm") return "relative error in the energy norm at the end";
  if (measure == "position_and_velocity")
    return "relative L2 error, the larger of position and velocity";
  if (measure == "position" || measure == "velocity") return "relative L2 error of the " + measure;
  return "distance of the output '" + measure + "' from the reference's, relative to that";
}

void print_method(const Json& row) {
  const std::string method = row["method"];
  if (row["status"] != "reached") {
    std::string status = row["status"];
    for (char& c : status)
      if (c == '_') c = ' ';
    fmt::print("  {:42} {}: {}\n", method, status, row["note"].get<std::string>());
    return;
  }
  std::string h = number(row["h"], "{:.3g}");
  if (row["coarsest"] == true) h = ">= " + h;
  fmt::print("  {:42} {:>11} {:>9} {:>9} {:>9} {:>7}", method, h, number(row["count"], "{:.0f}"),
             number(row["error"], "{:.1e}"), number(row["time"], "{:.3g}"),
             number(row["ratio"], "{:.2f}"));
  if (row.contains("paper"))
    fmt::print("   {:>5} {:>9} {:>7}", row["paper"]["method"].get<std::string>(),
               number(row["paper"]["h"], "{:.3g}"), number(row["paper"]["ratio"], "{:.1f}"));
  fmt::print("\n");
}

void print_level(const Json& level) {
  fmt::print("\n  {:42} {:>11} {:>9} {:>9} {:>9} {:>7}   {}\n",
             fmt::format("error <= {:g}%", 100 * level["level"].get<double>()), "h (s)", "steps",
             "error", "time (s)", "ratio", "paper:    h (s)   ratio");
  for (auto& row : level["methods"]) print_method(row);
}

void print_problem(const Json& problem) {
  fmt::print("\n{}: {} degrees of freedom, reference of {} digits\n",
             problem["problem"].get<std::string>(), problem["dof"].dump(),
             number(problem["digits"], "{:.1f}"));
  for (auto& level : problem["levels"]) print_level(level);
  if (!problem.contains("paper")) return;
  const Json& paper = problem["paper"];
  fmt::print("\n  Beside it: {}, row {} ({}), doi:{}\n", paper["table"].get<std::string>(),
             paper["row"].get<std::string>(), paper["title"].get<std::string>(),
             paper["doi"].get<std::string>());
  for (auto& remark : paper["remarks"]) fmt::print("  - {}\n", remark.get<std::string>());
}

}  // namespace

int print_time_to_error(const TimeToErrorArguments& arguments) {
  Json table = time_to_error(make_rows(read_records(arguments.folder)), arguments.options);
  if (!arguments.paper.empty()) add_paper(table, read_paper(arguments.paper, "paper_table"));
  if (arguments.json) {
    fmt::print("{}\n", table.dump(2));
    return 0;
  }
  for (auto& problem : table["problems"]) print_problem(problem);
  fmt::print(
      "\nFor each method the cheapest run that reaches the level, as every finer one does; time: "
      "of all steps, without preparation; ratio: to the best.\nError: {}. >= marks a method's "
      "largest step, where larger ones "
      "were not tried.\n",
      measure_in_words(table["measure"]));
  for (auto& remark : table.value("remarks", Json::array()))
    fmt::print("- {}\n", remark.get<std::string>());
  return 0;
}

}  // namespace stiffbench
