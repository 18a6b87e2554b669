#include "harness/cli/commands/table/time_to_error.hpp"

#include "harness/cli/commands/table/remarks.hpp"
#include "harness/cli/commands/table/units.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/cli/terminal/text_table.hpp"
#include "harness/records/tables/error_measure.hpp"
#include "harness/records/tables/paper.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

constexpr std::size_t column_count = 8;

std::vector<TextColumn> columns(const TimesToErrors& table) {
  std::set<std::string> names;
  for (const auto& problem : table.problems) names.insert(problem.rows[0].record.problem.name);
  const auto with_unit = [&](const char* words) {
    return heading_with_unit(words, names, time_unit);
  };
  return {{with_unit("h")},     {"steps"},    {"error"}, {"time (s)"}, {"ratio"}, {"paper"},
          {with_unit("its h")}, {"its ratio"}};
}

/// Formats a method's run that reaches the level, or the reason for its absence. Only a clear
/// winner is marked.
TextGroup group_of(const MethodTime& method, const Ranking& ranking, const PaperTimes::Run* paper) {
  const Row& row = *method.row;
  TextGroup group{row.method};
  if (method.status != MethodTime::Status::reached) {
    std::string status = name_of(method.status);
    std::ranges::replace(status, '_', ' ');
    group.note = status + ": " + method.note;
    return group;
  }
  const bool is_best = method.ratio == 1 && ranking.lead == Lead::clear;
  std::vector<TextCell> line{
      {(method.coarsest ? ">= " : "") + text(row.h, "{:.3g}")},
      {row.record.count ? std::to_string(*row.record.count) : ""},
      {fmt::format("{:.1e}", method.error)},
      {text(row.time(), "{:.3g}")},
      {fmt::format("{:.2f}", method.ratio), is_best ? Mark::best : Mark::none}};
  line.resize(column_count);
  if (paper != nullptr) {
    line[5] = {paper->method};
    line[6] = {text(paper->h, "{:.3g}")};
    line[7] = {fmt::format("{:.1f}", paper->ratio)};
  }
  group.lines.push_back(std::move(line));
  return group;
}

void add_problem(TextTable& table, const TimesToErrors::OfProblem& problem) {
  const Row& first = problem.rows[0];
  std::string title =
      paragraph("", 0,
                fmt::format("{}: {} degrees of freedom{}", first.problem, first.record.problem.dof,
                            text(problem.digits, ", reference of {:.1f} digits")));
  for (const Ranking& ranking : problem.levels) {
    table.begin_block(title, fmt::format("error <= {:g}%", 100 * ranking.level));
    title.clear();
    for (const MethodTime& method : ranking.all)
      table.add(group_of(method, ranking, problem.paper_run(ranking.level, method)));
  }
}

/// Prints the row of a paper's table that corresponds to a problem, and our remarks on it.
void print_source(const std::string& problem, const PaperTimes& paper) {
  fmt::print("\n{}", paragraph("", 0,
                               fmt::format("Beside {}: {}, row {} ({}), doi:{}", problem,
                                           paper.table, paper.row, paper.title, paper.doi)));
  print_remarks(paper.remarks);
}

void print_text(const TimesToErrors& table, bool wide) {
  TextTable body(columns(table), wide);
  for (const auto& problem : table.problems) add_problem(body, problem);
  fmt::print("{}", body.text(prints_colours()));
  for (const auto& problem : table.problems)
    if (!problem.papers.empty()) print_source(problem.rows[0].problem, problem.papers.back());
  fmt::print(
      "\n{}{}",
      paragraph("", 0,
                "For each method the cheapest run that reaches the level, as every finer "
                "one does; time: of preparation and steps; ratio: to the best, *."),
      paragraph(
          "", 0,
          fmt::format("Error at the end: {}. >= marks a method's largest step, where larger ones "
                      "were not tried.",
                      words_of_measure(table.measure))));
  if (table.remarks) print_remarks(*table.remarks);
}

}  // namespace

int print_time_to_error(const TimeToErrorArguments& arguments) {
  const auto rows = read_rows(arguments.folder, arguments.code, arguments.settings);
  TimesToErrors table = times_to_errors(rows, arguments.options);
  if (!arguments.paper.empty()) add_paper(table, read_paper(arguments.paper, "paper_table"));
  if (arguments.json)
    fmt::print("{}\n", to_json(table).dump(2));
  else
    print_text(table, arguments.wide);
  return 0;
}

}  // namespace stiffbench
