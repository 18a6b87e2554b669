#include "harness/cli/command.hpp"
#include "harness/cli/commands/output_table.hpp"
#include "harness/cli/commands/time_to_error.hpp"
#include "harness/records/read_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace stiffbench {
namespace {

struct Row {
  std::string problem, integrator, parameters;
  double step;
  std::optional<double> certain_error;  ///< of a fixed-step run, where it stands above the floor
  std::string h, count, status, error, slope, order, floor, drift, time, memory;
};

std::string short_number(const Json& value) {
  return value.is_number() ? fmt::format("{:.3g}", value.get<double>()) : "-";
}

std::string mebibytes(const Json& bytes) {
  return bytes.is_number() ? fmt::format("{:.0f}", bytes.get<double>() / 1048576) : "-";
}

Row make_row(const Json& record, const std::string& method) {
  const Json &problem = record["problem"], &integrator = record["integrator"],
             &step = record["step"], &error = record["error"];
  const bool adaptive = step["h"].is_null();
  const Json& size = adaptive ? step["tolerance"] : step["h"];
  const Json distance = member(error, "energy_norm_relative"),
             floor = member(member(error, "floor"), "energy_norm_relative");
  Row row{.problem = label_of(problem),
          .integrator = method,
          .parameters = integrator["parameters"].dump(),
          .step = size.get<double>(),
          .certain_error = {},
          .h = (adaptive ? "tol " : "") + short_number(size),
          .count = step["count"].is_null() ? "-" : step["count"].dump(),
          .status = record["status"],
          .error = short_number(distance),
          .slope = "-",
          .order = adaptive ? "-" : short_number(integrator["order"]),
          .floor = short_number(floor),
          .drift = short_number(member(record["energy"], "max_drift")),
          .time = short_number(member(record["runtime"], "median")),
          .memory = mebibytes(member(member(record, "memory"), "peak_bytes"))};
  if (!adaptive && distance.is_number() && distance > (floor.is_number() ? floor : Json(0.0)))
    row.certain_error = distance.get<double>();
  return row;
}

/// The order between each run and the one before it with a larger step.
void measure_slopes(std::vector<Row>& rows) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Row &before = rows[i - 1], &row = rows[i];
    if (std::tie(before.problem, before.integrator, before.parameters) !=
        std::tie(row.problem, row.integrator, row.parameters))
      continue;
    if (before.certain_error && row.certain_error && before.step > row.step)
      rows[i].slope = fmt::format("{:.2f}", std::log(*before.certain_error / *row.certain_error) /
                                                std::log(before.step / row.step));
  }
}

std::vector<Row> read_rows(const std::string& folder) {
  std::vector<Row> rows;
  const auto records = read_records(folder);
  const auto labels = method_labels(records);
  for (std::size_t i = 0; i < records.size(); ++i) rows.push_back(make_row(records[i], labels[i]));
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tie(a.problem, a.integrator, a.parameters, b.step) <
           std::tie(b.problem, b.integrator, b.parameters, a.step);
  });
  measure_slopes(rows);
  return rows;
}

int print_table(const std::string& folder) {
  const auto rows = read_rows(folder);
  std::string problem;
  for (auto& row : rows) {
    if (row.problem != problem) {
      problem = row.problem;
      fmt::print("\n{}\n{:32} {:>10} {:>9} {:16} {:>10} {:>6} {:>5} {:>10} {:>10} {:>10} {:>10}\n",
                 problem, "integrator", "h (s)", "steps", "status", "error", "slope", "order",
                 "floor", "drift (J)", "time (s)", "peak (MiB)");
    }
    fmt::print("{:32} {:>10} {:>9} {:16} {:>10} {:>6} {:>5} {:>10} {:>10} {:>10} {:>10}\n",
               row.integrator, row.h, row.count, row.status, row.error, row.slope, row.order,
               row.floor, row.drift, row.time, row.memory);
  }
  fmt::print(
      "\nerror, floor: relative, in the energy norm, at the end; slope: the order measured "
      "from the run above; order: as declared; peak: resident memory of the run's process\n");
  return 0;
}

struct Arguments : TimeToErrorArguments {
  bool to_error = false;
  std::string output;
};

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
      list.add("--json", &values.json, "Print JSON").partners = {"--time-to-error", "--output"};
    },
    [](Arguments& values) {
      if (!values.output.empty())
        return print_output_table({values.folder, values.output, values.paper, values.json});
      return values.to_error ? print_time_to_error(values) : print_table(values.folder);
    });

}  // namespace
}  // namespace stiffbench
