#include "harness/cli/commands/table/time_to_error.hpp"

#include "harness/cli/commands/table/remarks.hpp"
#include "harness/cli/commands/table/units.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/cli/terminal/text_table.hpp"
#include "harness/records/tables/paper.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

constexpr std::size_t column_count = 8;

std::vector<TextColumn> columns(const Json& problems) {
  std::set<std::string> names;
  for (auto& problem : problems) names.insert(problem["name"]);
  const auto with_unit = [&](const char* words) {
    return heading_with_unit(words, names, time_unit);
  };
  return {{with_unit("h")},     {"steps"},    {"error"}, {"time (s)"}, {"ratio"}, {"paper"},
          {with_unit("its h")}, {"its ratio"}};
}

std::string number(const Json& value, const char* format) {
  return value.is_number() ? fmt::format(fmt::runtime(format), value.get<double>()) : "";
}

/// Formats a method's run that reaches the level, or the reason for its absence. Only a clear
/// winner is marked.
TextGroup group_of(const Json& row, const Json& lead) {
  TextGroup group{row["method"]};
  if (row["status"] != "reached") {
    std::string status = row["status"];
    std::ranges::replace(status, '_', ' ');
    group.note = status + ": " + row["note"].get<std::string>();
    return group;
  }
  const bool is_best = row["ratio"] == 1 && lead == "clear";
  std::vector<TextCell> line{{(row["coarsest"] == true ? ">= " : "") + number(row["h"], "{:.3g}")},
                             {number(row["count"], "{:.0f}")},
                             {number(row["error"], "{:.1e}")},
                             {number(row["time"], "{:.3g}")},
                             {number(row["ratio"], "{:.2f}"), is_best ? Mark::best : Mark::none}};
  line.resize(column_count);
  if (row.contains("paper")) {
    const Json& paper = row["paper"];
    line[5] = {paper["method"]};
    line[6] = {number(paper["h"], "{:.3g}")};
    line[7] = {number(paper["ratio"], "{:.1f}")};
  }
  group.lines.push_back(std::move(line));
  return group;
}

void add_problem(TextTable& table, const Json& problem) {
  std::string title =
      paragraph("", 0,
                fmt::format("{}: {} degrees of freedom{}", problem["problem"].get<std::string>(),
                            problem["dof"].dump(),
                            number(problem["digits"], ", reference of {:.1f} digits")));
  for (auto& level : problem["levels"]) {
    table.begin_block(title, fmt::format("error <= {:g}%", 100 * level["level"].get<double>()));
    title.clear();
    for (auto& row : level["methods"]) table.add(group_of(row, level["lead"]));
  }
}

/// Prints the row of a paper's table that corresponds to a problem, and our remarks on it.
void print_source(const Json& problem) {
  const Json& paper = problem["paper"];
  fmt::print(
      "\n{}",
      paragraph(
          "", 0,
          fmt::format("Beside {}: {}, row {} ({}), doi:{}", problem["problem"].get<std::string>(),
                      paper["table"].get<std::string>(), paper["row"].get<std::string>(),
                      paper["title"].get<std::string>(), paper["doi"].get<std::string>())));
  print_remarks(paper);
}

}  // namespace

int print_time_to_error(const TimeToErrorArguments& arguments) {
  Json table = time_to_error(read_rows(arguments.folder, arguments.code), arguments.options);
  if (!arguments.paper.empty()) add_paper(table, read_paper(arguments.paper, "paper_table"));
  if (arguments.json) {
    fmt::print("{}\n", table.dump(2));
    return 0;
  }
  TextTable text(columns(table["problems"]), arguments.wide);
  for (auto& problem : table["problems"]) add_problem(text, problem);
  fmt::print("{}", text.text(prints_colours()));
  for (auto& problem : table["problems"])
    if (problem.contains("paper")) print_source(problem);
  fmt::print(
      "\n{}{}",
      paragraph("", 0,
                "For each method the cheapest run that reaches the level, as every finer "
                "one does; time: of all steps, without preparation; ratio: to the best, *."),
      paragraph(
          "", 0,
          fmt::format("Error at the end: {}. >= marks a method's largest step, where larger ones "
                      "were not tried.",
                      words_of_measure(table["measure"]))));
  print_remarks(table);
  return 0;
}

}  // namespace stiffbench
