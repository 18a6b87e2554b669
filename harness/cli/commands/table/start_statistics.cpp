#include "harness/cli/commands/table/start_statistics.hpp"

#include "harness/cli/commands/table/units.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/cli/terminal/text_table.hpp"
#include "harness/records/tables/start_statistics.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

std::string text(const Json& number, const char* format) {
  return number.is_number() ? fmt::format(fmt::runtime(format), number.get<double>()) : "";
}

/// Formats "8", or "6 of 8" if the other runs failed or lack the number.
TextCell starts_cell(const Json& entry) {
  const auto all = entry["starts"].get<long>(), count = entry["count"].get<long>();
  if (count == all) return {fmt::format("{}", all)};
  return {fmt::format("{} of {}", count, all), Mark::failed};
}

std::string range_text(const Json& entry) {
  if (entry["count"].get<long>() < 2) return "";
  return text(entry["least"], "{:.6g}") + " to " + text(entry["largest"], "{:.6g}");
}

std::vector<TextCell> cells(const Json& entry) {
  const bool is_step = entry["h"].is_number();
  return {{(is_step ? "" : "tol ") + text(entry[is_step ? "h" : "tolerance"], "{:.4g}")},
          starts_cell(entry),
          {text(entry["mean"], "{:.6g}")},
          {text(entry["deviation"], "{:.2g}")},
          {text(entry["error"], "{:.2g}")},
          {range_text(entry)}};
}

/// Formats "turns", or "apexes [0]" for the first entry of a list.
std::string heading_of(const Json& quantity) {
  const std::string name = quantity["quantity"];
  return quantity["entry"].is_null() ? name
                                     : fmt::format("{} [{}]", name, quantity["entry"].dump());
}

void add_block(TextTable& table, const Json& block) {
  std::string title = paragraph("", 0, block["problem"]);
  for (const Json& quantity : block["quantities"]) {
    table.begin_block(title, heading_of(quantity));
    title.clear();
    TextGroup* group = nullptr;
    for (const Json& entry : quantity["methods"]) {
      if (!group || group->label != entry["method"])
        group = &table.add({entry["method"].get<std::string>()});
      group->lines.push_back(cells(entry));
    }
  }
}

/// Lists the failed runs, which do not enter the statistics: "3 diverged of BDF2, h = 0.01".
std::vector<std::string> failures(const Json& table) {
  std::vector<std::string> texts;
  for (const Json& block : table["problems"])
    for (const Json& entry : block["quantities"][0]["methods"])
      for (const auto& [status, count] : entry["statuses"].items())
        if (status != "ok")
          texts.push_back(fmt::format(
              "{}: {} of {} starts of {} {}", block["problem"].get<std::string>(), count.dump(),
              entry["starts"].dump(), entry["method"].get<std::string>(), status));
  return texts;
}

std::set<std::string> shifts_of(const Json& table) {
  std::set<std::string> shifts;
  for (const Json& block : table["problems"])
    for (const Json& entry : block["quantities"][0]["methods"])
      shifts.insert(text(entry["shift"], "{:g}"));
  return shifts;
}

}  // namespace

int print_start_statistics(const StatisticsArguments& arguments) {
  const Json table =
      start_statistics(read_rows(arguments.folder, arguments.code), arguments.output);
  if (arguments.json) {
    fmt::print("{}\n", table.dump(2));
    return 0;
  }
  std::set<std::string> problems;
  for (const Json& block : table["problems"]) problems.insert(block["name"]);
  TextTable columns({{heading_with_unit("h", problems, time_unit)},
                     {"starts"},
                     {"mean"},
                     {"spread"},
                     {"error"},
                     {"range", 1}},
                    arguments.wide);
  for (const Json& block : table["problems"]) add_block(columns, block);
  fmt::print("{}\n", columns.text(prints_colours()));
  const std::string shift = heading_with_unit(fmt::format("{}", fmt::join(shifts_of(table), ", ")),
                                              problems, length_unit);
  fmt::print("{}", paragraph("", 0,
                             "Statistics over starts: every position that is not fixed is shifted "
                             "at random by at most " +
                                 shift + "."));
  fmt::print("{}", paragraph("", 0,
                             "starts: those with the number; spread: standard deviation; error: "
                             "standard error of the mean; [0]: first entry of a list."));
  for (const std::string& failure : failures(table)) fmt::print("{}", paragraph("-", 2, failure));
  if (const auto left_out = columns.left_out(); !left_out.empty())
    fmt::print("{}", paragraph("", 0,
                               fmt::format("Left out: {}; --wide shows all columns.",
                                           fmt::join(left_out, ", "))));
  return 0;
}

}  // namespace stiffbench
