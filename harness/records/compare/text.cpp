#include "harness/records/compare/report.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

constexpr std::size_t width = 80;

/// Truncates a line to the width of a terminal.
std::string cut(std::string line) {
  if (line.size() <= width) return line + "\n";
  return line.substr(0, width - 3) + "...\n";
}

/// Returns the reason why a quantity is comparable in no run, as given by the first method.
std::string reason(const Comparison& comparison, Quantity quantity) {
  return comparison.methods.front().changes[static_cast<std::size_t>(quantity)].text;
}

std::string summary_line(const Comparison& comparison, Quantity quantity) {
  const auto count = [&](Verdict verdict) { return comparison.count(quantity, verdict); };
  const long incomparable = count(Verdict::not_comparable);
  const bool is_blank = incomparable == static_cast<long>(comparison.methods.size());
  if (is_blank && reason(comparison, quantity).empty()) return "";
  std::string line =
      fmt::format("{:8} {:>7} {:>7} {:>7} {:>7}", name_of(quantity), count(Verdict::worse),
                  count(Verdict::better), count(Verdict::same), incomparable);
  if (is_blank) line += "  " + reason(comparison, quantity);
  return cut(line);
}

std::string missing(const std::vector<std::string>& runs, const std::string& side) {
  if (runs.empty()) return "";
  return cut(fmt::format("only in {}: {} runs, such as {}", side, runs.size(), runs.front()));
}

std::string changes_lines(const ComparisonReport& report, Verdict verdict, const char* title) {
  std::string text;
  const MethodComparison* last = nullptr;
  for (const MethodChange& one : method_changes(report.comparison, verdict)) {
    if (text.empty()) text = fmt::format("\n{}\n", title);
    if (one.method != last)
      text += cut(fmt::format("  {} on {}", one.method->method, one.method->problem));
    last = one.method;
    const bool is_free = verdict == Verdict::worse && !report.gates(one.quantity);
    text += cut(fmt::format("    {:6} {}{}", name_of(one.quantity), one.text(),
                            is_free ? " (not gated)" : ""));
  }
  return text;
}

std::string tolerance_line(const Comparison& comparison) {
  const Tolerances& allowed = comparison.tolerances;
  const bool is_of_times = comparison.count(Quantity::status, Verdict::not_comparable) ==
                           static_cast<long>(comparison.methods.size());
  if (is_of_times)
    return fmt::format(
        "a time may grow by {:g} (relative); x: ratio of medians, its 99% interval\n",
        allowed.time);
  std::string text = fmt::format(
      "{}; so much is let pass, relative to the old number:\n"
      "error {:g}, drift {:g}, work {:g}, memory {:g}, time {:g}; order {:g} (absolute)\n",
      comparison.one_build ? "one build, one kind of CPU" : "two builds, or kinds of CPU",
      allowed.error, allowed.drift, allowed.work, allowed.memory, allowed.time, allowed.order);
  if (allowed.own_steps > 1)
    text += fmt::format("round-off {:g}; {:g} times error and drift where a method chooses steps\n",
                        allowed.round_off, allowed.own_steps);
  return text;
}

}  // namespace

std::string comparison_text(const ComparisonReport& report) {
  const Comparison& comparison = report.comparison;
  std::string text = cut("old: " + report.before) + cut("new: " + report.after);
  text += fmt::format("{} runs in common, of {} methods on their problems\n",
                      comparison.runs.size(), comparison.methods.size());
  text += missing(comparison.only_before, "old") + missing(comparison.only_after, "new");
  if (const std::string remark = code_remark(comparison); !remark.empty()) text += cut(remark);
  text += tolerance_line(comparison);
  text +=
      fmt::format("\n{:8} {:>7} {:>7} {:>7} {:>7}\n", "methods", "worse", "better", "same", "-");
  for (std::size_t i = 0; i < quantity_count; ++i)
    text += summary_line(comparison, static_cast<Quantity>(i));
  text += changes_lines(report, Verdict::worse, "Worse");
  text += changes_lines(report, Verdict::better, "Better");
  return text + (report.failed() ? "\nFAILED: something that is gated got worse\n" : "");
}

}  // namespace stiffbench
