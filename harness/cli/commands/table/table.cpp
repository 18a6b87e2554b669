#include "harness/cli/command.hpp"
#include "harness/cli/commands/table/output_table.hpp"
#include "harness/cli/commands/table/start_statistics.hpp"
#include "harness/cli/commands/table/time_to_error.hpp"
#include "harness/cli/commands/table/units.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/cli/terminal/text_table.hpp"
#include "harness/records/code/choose_code.hpp"
#include "harness/records/tables/flat_curves.hpp"
#include "harness/records/tuning/choose_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace stiffbench::table_command {
namespace {

constexpr auto error_heading = "error", slope_heading = "slope", time_heading = "time (s)",
               tuned_heading = "tuned by";

/// Returns the columns for all runs. `status` and `floor` appear only in a wide table; a narrow one
/// shows the status of a failed run in place of its error, and the floor above the runs.
std::vector<TextColumn> columns(const std::vector<Row>& rows, bool wide) {
  std::set<std::string> problems;
  for (const Row& row : rows) problems.insert(row.record.problem.name);
  std::vector<TextColumn> all{{heading_with_unit("h", problems, time_unit)},
                              {"start"},
                              {error_heading},
                              {slope_heading},
                              {"order", 4},
                              {time_heading, 1},
                              {tuned_heading, 2},
                              {"steps", 3},
                              {heading_with_unit("drift", problems, energy_unit), 5},
                              {"peak (MiB)", 6}};
  if (wide) all.insert(all.end(), {{"status"}, {"floor"}});
  return all;
}

std::vector<TextCell> cells(const Row& row, bool wide) {
  const Record& record = row.record;
  const RunResult& result = record.result;
  const auto mebibytes = result.peak_bytes
                             ? std::optional(static_cast<double>(*result.peak_bytes) / 1048576)
                             : std::nullopt;
  const auto best_if = [](bool is_best) { return is_best ? Mark::best : Mark::none; };
  const std::string status(to_string(result.status));
  const TextCell judged{text(row.error),
                        row.below_floor() ? Mark::doubtful : best_if(row.most_precise)};
  const TextCell failed{status, Mark::failed};
  std::vector<TextCell> all{
      {(record.h ? "" : "tol ") + text(row.step_or_tolerance)},
      {record.start ? fmt::format("{}", record.start->index) : ""},
      row.ok() || wide ? judged : failed,
      {text(row.slope, "{:.2f}"), row.slope && !row.asymptotic ? Mark::doubtful : Mark::none},
      {text(record.h ? record.integrator.order : std::nullopt)},
      {text(row.time()), best_if(row.pareto)},
      {text(record.tuning ? record.tuning->speed_up() : std::nullopt, "{:.2f}")},
      {record.count ? fmt::format("{}", *record.count) : ""},
      {result.energy ? text(result.energy->max_drift) : ""},
      {text(mebibytes, "{:.0f}")}};
  if (wide) all.insert(all.end(), {row.ok() ? TextCell{status} : failed, {text(row.floor)}});
  return all;
}

/// Returns the problem's label, followed by the floor of its runs.
std::string title_of(std::span<const Row> of_problem) {
  double least = 0, largest = 0;
  for (const Row& row : of_problem)
    if (row.floor) {
      least = least > 0 ? std::min(least, *row.floor) : *row.floor;
      largest = std::max(largest, *row.floor);
    }
  const std::string title = paragraph("", 0, of_problem[0].problem);
  if (largest == 0) return title;
  return title + fmt::format("floor: {}{:.3g}\n", least < largest ? "up to " : "", largest);
}

/// Explains the headings that occur in the table.
std::string heading_words(const std::vector<Row>& rows) {
  const auto has = [&](auto field) {
    return std::ranges::any_of(rows, [&](const Row& row) { return (row.*field).has_value(); });
  };
  std::string text;
  if (has(&Row::error))
    text += fmt::format("error{}: relative, in the energy norm, at the end; ",
                        has(&Row::floor) ? ", floor" : "");
  if (has(&Row::slope)) text += "slope: the order measured from the run above; ";
  text += "order: as declared.";
  const auto is_tuned = [](const Row& row) {
    return row.record.tuning && row.record.tuning->speed_up();
  };
  if (std::ranges::any_of(rows, is_tuned))
    text += " tuned by: time with the requested settings, relative to that with the tuned ones.";
  return text;
}

/// Prints why methods are not applicable to problems, each reason once.
void print_not_applicable(const std::vector<Row>& rows) {
  std::map<std::string, std::set<std::string>> methods;  // by reason
  for (const Row& row : rows)
    if (row.record.result.status == Status::not_applicable)
      methods[row.record.result.reason].insert(row.method);
  for (const auto& [reason, names] : methods)
    fmt::print(
        "{}",
        paragraph("", 0, fmt::format("not applicable ({}): {}.", fmt::join(names, ", "), reason)));
}

/// Names the methods whose error hardly changes at their largest steps.
void print_flat_curves(const std::vector<Row>& rows) {
  std::map<std::string, std::set<std::string>> methods;  // by problem
  for (const Row* row : flat_at_largest_step(rows)) methods[row->problem].insert(row->method);
  for (const auto& [problem, names] : methods)
    fmt::print("{}",
               paragraph("", 0,
                         fmt::format("Flat at the largest step: {} on {}. A larger step might "
                                     "reach this error in less time.",
                                     fmt::join(names, ", "), problem)));
}

void print_legend(const TextTable& table, const std::vector<Row>& rows) {
  const auto print = [](const std::string& line) { fmt::print("{}", paragraph("", 0, line)); };
  fmt::print("\n");
  print_not_applicable(rows);
  print(heading_words(rows));
  if (table.shows(Mark::best, error_heading))
    print("error*: no method has a smaller one with this h.");
  if (table.shows(Mark::best, time_heading))
    print("time*: no run of this problem is both faster and more precise.");
  if (table.shows(Mark::doubtful, error_heading))
    print("(error): no larger than the floor, which is the reference's own error.");
  if (table.shows(Mark::doubtful, slope_heading))
    print("(slope): not asymptotic, see 'stiffbench help orders'.");
  print_flat_curves(rows);
  if (const auto left_out = table.left_out(); !left_out.empty())
    print(fmt::format("Left out: {}; --wide shows all columns.", fmt::join(left_out, ", ")));
}

int print_table(const std::vector<Row>& rows, bool wide) {
  TextTable table(columns(rows, wide), wide);
  each_problem(rows, [&](std::span<const Row> of_problem) {
    table.begin_block(title_of(of_problem), "integrator");
    TextGroup* group = nullptr;
    for (const Row& row : of_problem) {
      if (!group || group->label != row.method) group = &table.add({row.method});
      group->lines.push_back(cells(row, wide));
    }
  });
  fmt::print("{}", table.text(prints_colours()));
  print_legend(table, rows);
  return 0;
}

int print_json(const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) list.push_back(table_row(row));
  fmt::print("{}\n", list.dump(2));
  return 0;
}

/// Formats a value as a CSV field. Text with a comma or a quotation mark is quoted, null is empty,
/// and the entries of a list are separated by spaces.
std::string csv_field(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_array()) {
    std::vector<std::string> entries;
    for (const Json& entry : value) entries.push_back(entry.dump());
    return fmt::format("{}", fmt::join(entries, " "));
  }
  if (!value.is_string()) return value.dump();
  const auto plain = value.get<std::string>();
  if (plain.find_first_of(",\"\n") == std::string::npos) return plain;
  std::string quoted = "\"";
  for (const char c : plain) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

int print_csv(const std::vector<Row>& rows) {
  const auto print_line = [](const Json& object, auto field) {
    std::vector<std::string> fields;
    for (const auto& [name, value] : object.items()) fields.push_back(field(name, value));
    fmt::print("{}\n", fmt::join(fields, ","));
  };
  print_line(table_row(rows[0]), [](const std::string& name, const Json&) { return name; });
  for (const Row& row : rows)
    print_line(table_row(row),
               [](const std::string&, const Json& value) { return csv_field(value); });
  return 0;
}

struct Arguments : TimeToErrorArguments {
  bool to_error = false, statistics = false, csv = false;
  std::string output;
};

int print_rows(const Arguments& values) {
  const auto rows = read_rows(values.folder, values.code, values.settings);
  if (values.json) return print_json(rows);
  return values.csv ? print_csv(rows) : print_table(rows, values.wide);
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records,
     "table",
     "Prints records as a table",
     {"table build/demo", "table build/demo --time-to-error --levels 0.1,1e-4",
      "table build/coll --output centre_velocity --paper you2026_table2",
      "table build/ball_statistics --statistics --output apexes"}},
    [](Arguments& values, ArgumentList& list) {
      list.add("folder", &values.folder, "Folder with records.jsonl").required = true;
      list.add("--time-to-error", &values.to_error, "Instead: each method's time to a given error");
      list.add("--statistics", &values.statistics,
               "Instead: mean and spread over the starts of an experiment that has several")
          .rivals = {"--time-to-error"};
      list.add("--output", &values.output,
               "Instead: one of the problems' outputs, a step a row, a method a column; with "
               "--statistics: that output alone")
          .rivals = {"--time-to-error"};
      list.add("--levels", &values.options.levels, "Relative errors (default: 0.1,0.01,0.001)")
          .partners = {"--time-to-error"};
      list.add("--error", &values.options.measure,
               "Measure of the error (default: energy_norm): position, velocity, "
               "position_and_velocity, or one of the problems' outputs")
          .partners = {"--time-to-error"};
      Argument& paper =
          list.add("--paper", &values.paper,
                   "A paper's ratios or outputs beside ours: a file, or a name in results/tables");
      paper.partners = {"--time-to-error", "--output"};
      paper.rivals = {"--statistics"};
      list.add("--code", &values.code, code_choice_doc);
      list.add("--settings", &values.settings, settings_choice_doc).choices = settings_choices;
      list.add("--wide", &values.wide, "All columns, side by side, however wide");
      list.add("--json", &values.json, "Print JSON").rivals = {"--wide"};
      list.add("--csv", &values.csv, "Print a line of comma-separated values for each run")
          .rivals = {"--wide", "--json", "--time-to-error", "--output", "--statistics"};
    },
    [](Arguments& values) {
      if (values.statistics)
        return print_start_statistics(
            {values.folder, values.code, values.output, values.settings, values.json, values.wide});
      if (!values.output.empty())
        return print_output_table({values.folder, values.code, values.output, values.paper,
                                   values.settings, values.json, values.wide});
      return values.to_error ? print_time_to_error(values) : print_rows(values);
    });

}  // namespace
}  // namespace stiffbench::table_command
