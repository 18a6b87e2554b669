#include "harness/cli/commands/run_summary.hpp"

#include "harness/cli/terminal/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {
namespace {

std::string line(const std::string& name, const std::string& text) {
  return text.empty() ? "" : paragraph("  " + name, 11, text);
}

std::string settings_text(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings)
    if (!std::holds_alternative<std::vector<double>>(value))
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, to_string(value));
  return text;
}

std::string step_text(const Record& record) {
  std::string text = record.h ? fmt::format("h = {:.6g} s", *record.h)
                              : fmt::format("tolerance {:g}", record.tolerance.value_or(0));
  const bool ok = record.result.status == Status::ok;
  if (record.count) text += fmt::format(", {} steps{}", *record.count, ok ? "" : " planned");
  if (record.integrator.order) text += fmt::format("; declared order {}", *record.integrator.order);
  return text;
}

std::string error_text(const std::optional<RunError>& error) {
  if (!error) return "not measured";
  if (!error->pointwise.empty()) return "unknown: " + error->pointwise;
  if (!std::isfinite(error->measures.energy_norm_relative)) return "";
  std::string text = fmt::format("{:.3g}, relative, in the energy norm, at the end",
                                 error->measures.energy_norm_relative);
  if (error->floor)
    return text + fmt::format("; floor {:.3g}, reference of {:.1f} digits",
                              error->floor->energy_norm_relative, error->digits.value_or(0));
  return text + "; against the closed form";
}

std::string work_text(const Work& work) {
  std::string text;
  Work::each(work, [&](const char* name, long count) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  });
  return text;
}

/// Describes the settings that a search chose, with the requested ones.
std::string tuning_text(const Record& record) {
  if (!record.tuning) return "";
  const Tuning& tuning = *record.tuning;
  if (!tuning.reason.empty()) return "not tuned: " + tuning.reason;
  std::string text = "as requested";
  const Settings requested = requested_parameters(record);
  const char* separator = "";
  for (const auto& [name, value] : tuning.settings) {
    if (*separator == '\0') text.clear();
    text += fmt::format("{}{} = {} instead of {}", separator, name, to_string(value),
                        to_string(requested.at(name)));
    separator = ", ";
  }
  if (const auto ratio = tuning.speed_up(); ratio && !tuning.settings.empty())
    text += fmt::format("; {:.2g} times as fast", *ratio);
  return text;
}

std::string threads_text(long threads) {
  return threads == 1 ? "" : fmt::format("; {} threads", threads);
}

}  // namespace

std::string run_line(const Record& record) {
  const RunResult& result = record.result;
  return fmt::format("{} on {}: {}{}{}", record.integrator.name, record.problem.name,
                     to_string(result.status), result.reason.empty() ? "" : ": ", result.reason);
}

std::string run_summary(const Record& record) {
  const RunResult& result = record.result;
  std::string text = fmt::format("{} on {}: {}\n", record.integrator.name, record.problem.name,
                                 to_string(result.status));
  text += line("reason", result.reason) + line("step", step_text(record)) +
          line("error", error_text(result.error)) + line("tuned", tuning_text(record));
  if (const auto& energy = result.energy)
    text += line("energy", fmt::format("{:.6g} J at the start; drift at most {:.3g} J",
                                       energy->initial, energy->max_drift));
  if (result.outputs) text += line("outputs", settings_text(*result.outputs));
  if (result.work) text += line("work", work_text(*result.work));
  if (const auto& runtime = result.runtime)
    text += line("time", fmt::format("{:.3g} s, the median of {}; {:.3g} s of it preparation{}",
                                     runtime->total(), runtime->samples.size(), runtime->setup,
                                     threads_text(record.threads)));
  if (result.peak_bytes)
    text += line("memory",
                 fmt::format("{:.0f} MiB", static_cast<double>(*result.peak_bytes) / 1048576));
  return text + "--json prints the whole record, --out FILE writes it.\n";
}

}  // namespace stiffbench
