#include "harness/cli/commands/table/start_statistics.hpp"

#include "harness/cli/commands/table/units.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/cli/terminal/text_table.hpp"
#include "harness/records/tables/start_statistics.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

using OfMethod = StartStatistics::OfMethod;

/// Formats "8", or "6 of 8" if the other runs failed or lack the number.
TextCell starts_cell(const OfMethod& own) {
  if (own.count() == own.starts) return {fmt::format("{}", own.starts)};
  return {fmt::format("{} of {}", own.count(), own.starts), Mark::failed};
}

std::vector<TextCell> cells(const OfMethod& own) {
  const Record& record = own.first->record;
  std::vector<TextCell> line{
      {record.h ? text(record.h, "{:.4g}") : text(record.tolerance, "tol {:.4g}")},
      starts_cell(own)};
  line.resize(6);
  if (!own.spread) return line;
  const Spread& spread = *own.spread;
  line[2] = {fmt::format("{:.6g}", spread.mean)};
  line[3] = {text(spread.deviation, "{:.2g}")};
  line[4] = {text(spread.error, "{:.2g}")};
  if (spread.count > 1) line[5] = {fmt::format("{:.6g} to {:.6g}", spread.least, spread.largest)};
  return line;
}

void add_block(TextTable& table, const StartStatistics::OfProblem& block) {
  std::string title = paragraph("", 0, block.first->problem);
  for (const auto& [name, entry, methods] : block.quantities) {
    // "turns", or "apexes [0]" for the first entry of a list
    table.begin_block(title, entry ? fmt::format("{} [{}]", name, *entry) : name);
    title.clear();
    TextGroup* group = nullptr;
    for (const OfMethod& own : methods) {
      if (!group || group->label != own.first->method) group = &table.add({own.first->method});
      group->lines.push_back(cells(own));
    }
  }
}

/// Lists the failed runs, which do not enter the statistics: "3 diverged of BDF2, h = 0.01".
std::vector<std::string> failures(const StartStatistics& table) {
  std::vector<std::string> texts;
  for (const auto& [first, quantities] : table.problems)
    for (const OfMethod& own : quantities[0].methods)
      for (const auto& [status, count] : own.statuses)
        if (status != Status::ok)
          texts.push_back(fmt::format("{}: {} of {} starts of {} {}", first->problem, count,
                                      own.starts, own.first->method, to_string(status)));
  return texts;
}

std::set<std::string> perturbations_of(const StartStatistics& table) {
  std::set<std::string> perturbations;
  for (const auto& [first, quantities] : table.problems)
    for (const OfMethod& own : quantities[0].methods)
      perturbations.insert(fmt::format("{:g}", own.first->record.start->perturbation));
  return perturbations;
}

void print_text(const StartStatistics& table, bool wide) {
  std::set<std::string> problems;
  for (const auto& block : table.problems) problems.insert(block.first->record.problem.name);
  TextTable columns({{heading_with_unit("h", problems, time_unit)},
                     {"starts"},
                     {"mean"},
                     {"spread"},
                     {"error"},
                     {"range", 1}},
                    wide);
  for (const auto& block : table.problems) add_block(columns, block);
  fmt::print("{}\n", columns.text(prints_colours()));
  const std::string perturbation = heading_with_unit(
      fmt::format("{}", fmt::join(perturbations_of(table), ", ")), problems, length_unit);
  fmt::print("{}",
             paragraph("", 0,
                       "Statistics over starts: every position that is not fixed is perturbed "
                       "at random by at most " +
                           perturbation + "."));
  fmt::print("{}", paragraph("", 0,
                             "starts: those with the number; spread: standard deviation; error: "
                             "standard error of the mean; [0]: first entry of a list."));
  for (const std::string& failure : failures(table)) fmt::print("{}", paragraph("-", 2, failure));
  if (const auto left_out = columns.left_out(); !left_out.empty())
    fmt::print("{}", paragraph("", 0,
                               fmt::format("Left out: {}; --wide shows all columns.",
                                           fmt::join(left_out, ", "))));
}

}  // namespace

int print_start_statistics(const StatisticsArguments& arguments) {
  const auto rows = read_rows(arguments.folder, arguments.code, arguments.settings);
  const StartStatistics table = start_statistics(rows, arguments.output);
  if (arguments.json)
    fmt::print("{}\n", to_json(table).dump(2));
  else
    print_text(table, arguments.wide);
  return 0;
}

}  // namespace stiffbench
