#include "harness/cli/command.hpp"
#include "harness/cli/commands/output_table.hpp"
#include "harness/cli/commands/time_to_error.hpp"
#include "harness/records/read_records.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

std::string text(const std::optional<double>& number, const char* format = "{:.3g}") {
  return number ? fmt::format(fmt::runtime(format), *number) : "-";
}

void print_row(const Row& row) {
  const Record& record = row.record;
  const RunResult& result = record.result;
  const auto drift = result.energy ? std::optional(result.energy->max_drift) : std::nullopt;
  const auto mebibytes = result.peak_bytes
                             ? std::optional(static_cast<double>(*result.peak_bytes) / 1048576)
                             : std::nullopt;
  fmt::print("{:32} {:>10} {:>9} {:16} {:>10} {:>6} {:>5} {:>10} {:>10} {:>10} {:>10}\n",
             row.method, (record.h ? "" : "tol ") + text(row.fineness),
             record.count ? fmt::format("{}", *record.count) : "-", to_string(result.status),
             text(row.error), text(row.slope, "{:.2f}"),
             text(record.h ? record.integrator.order : std::nullopt), text(row.floor), text(drift),
             text(row.time()), text(mebibytes, "{:.0f}"));
}

int print_table(const std::vector<Row>& rows) {
  each_problem(rows, [](std::span<const Row> of_problem) {
    fmt::print("\n{}\n{:32} {:>10} {:>9} {:16} {:>10} {:>6} {:>5} {:>10} {:>10} {:>10} {:>10}\n",
               of_problem[0].problem, "integrator", "h (s)", "steps", "status", "error", "slope",
               "order", "floor", "drift (J)", "time (s)", "peak (MiB)");
    for (const Row& row : of_problem) print_row(row);
  });
  fmt::print(
      "\nerror, floor: relative, in the energy norm, at the end; slope: the order measured "
      "from the run above; order: as declared; peak: resident memory of the run's process\n");
  return 0;
}

int print_json(const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) list.push_back(table_row(row));
  fmt::print("{}\n", list.dump(2));
  return 0;
}

/// A value as a field of CSV. Text with a comma or a quotation mark is quoted, null is empty, and
/// the entries of a list are separated by spaces.
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
  bool to_error = false, csv = false;
  std::string output;
};

int print_rows(const Arguments& values) {
  const auto rows = make_rows(read_records(values.folder));
  if (values.json) return print_json(rows);
  return values.csv ? print_csv(rows) : print_table(rows);
}

const bool enrolled = enrol_command<Arguments>(
    {CommandGroup::records, "table", "Prints records as a table"},
    [](Arguments& values, ArgumentList& list) {
      list.add("folder", &values.folder, "Folder with records.jsonl").required = true;
      list.add("--time-to-error", &values.to_error, "Instead: each method's time to a given error");
      list.add("--output", &values.output,
               "Instead: one of the problems' outputs, a step a row, a method a column")
          .rivals = {"--time-to-error"};
      list.add("--levels", &values.options.levels, "Relative errors (default: 0.1,0.01,0.001)")
          .partners = {"--time-to-error"};
      list.add("--error", &values.options.measure,
               "Measure of the error (default: energy_norm): position, velocity, "
               "position_and_velocity, or one of the problems' outputs")
          .partners = {"--time-to-error"};
      list.add("--paper", &values.paper,
               "A paper's ratios or outputs beside ours: a file, or a name in results/tables")
          .partners = {"--time-to-error", "--output"};
      list.add("--json", &values.json, "Print JSON");
      list.add("--csv", &values.csv, "Print a line of comma-separated values for each run")
          .rivals = {"--json", "--time-to-error", "--output"};
    },
    [](Arguments& values) {
      if (!values.output.empty())
        return print_output_table({values.folder, values.output, values.paper, values.json});
      return values.to_error ? print_time_to_error(values) : print_rows(values);
    });

}  // namespace
}  // namespace stiffbench
