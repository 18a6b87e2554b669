#include "harness/cli/commands/report/report_source.hpp"
#include "harness/replications/pages/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

/// Returns an output of a run if it is a number; else null.
Json output_of(const Row& row, const std::string& name) {
  const auto& outputs = row.record.result.outputs;
  if (!outputs || !outputs->contains(name)) return nullptr;
  const Json value = to_json(outputs->at(name));
  return value.is_number() ? value : Json(nullptr);
}

const OutputError* error_of_output(const Row& row, const std::string& name) {
  const auto& error = row.record.result.error;
  return error && error->outputs.contains(name) ? &error->outputs.at(name) : nullptr;
}

/// Formats the reference's output with the difference between its two methods.
std::string certified(Rows rows, const std::string& name) {
  const auto judged =
      std::ranges::find_if(rows, [&](const Row& row) { return error_of_output(row, name); });
  if (judged == rows.end()) return "";
  const OutputError& error = *error_of_output(*judged, name);
  return fmt::format("; reference: {:#.8g}", error.reference) +
         (error.floor != 0 && std::isfinite(error.floor)
              ? fmt::format(" ± {:.0e}", std::abs(error.floor))
              : "");
}

std::string line_of(const Row& row, const std::string& name) {
  const OutputError* error = error_of_output(row, name);
  return table_line({cell(row.method),
                     row.record.h ? fmt::format("h = {:.5g} {}", *row.record.h, time_unit(row))
                                  : fmt::format("tolerance {:.3g}", row.step_or_tolerance),
                     number_text(output_of(row, name), "{:.5g}"),
                     error ? number_text(finite_or_null(error->difference), "{:.3g}") : ""});
}

/// Returns the lines of each method's coarsest and finest run with the output; empty if there are
/// none.
std::string lines_of(Rows rows, const std::string& name) {
  std::string text;
  for (const MethodSummary& method : summarize(rows)) {
    std::vector<std::string> lines;
    for (const Row& row : method.rows)
      if (!output_of(row, name).is_null()) lines.push_back(line_of(row, name));
    if (!lines.empty()) text += lines.front();
    if (lines.size() > 1) text += lines.back();
  }
  return text;
}

}  // namespace

std::string output_tables(Rows of_problem) {
  std::string text;
  std::vector<std::string> names;
  for (const Row& row : of_problem)
    for (const auto& [name, value] : row.record.result.outputs.value_or(Settings{})) {
      if (std::ranges::count(names, name) > 0) continue;
      names.push_back(name);
      if (const std::string lines = lines_of(of_problem, name); !lines.empty())
        text += spaced(name) + certified(of_problem, name) + "\n\n" +
                table_head({"method", "step", spaced(name), "less the reference"}, 2) + lines +
                "\n";
    }
  return text;
}

}  // namespace stiffbench
