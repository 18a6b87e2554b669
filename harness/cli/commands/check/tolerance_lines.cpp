#include "harness/cli/commands/check/tolerance_lines.hpp"

#include "harness/cli/terminal/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench::tolerances {
namespace {

constexpr const char* row_format = "{:4} {:21} {:>8} {:>8} {:>6} {:>7} {:>5} {:>6} {:>6}\n";

/// A number, or a dash without one, with the mark of a miss.
std::string number_cell(const char* format, double number, bool misses) {
  if (std::isnan(number)) return misses ? "!" : "-";
  return fmt::format(fmt::runtime(format), number) + (misses ? "!" : "");
}

const char* sign_of(const ToleranceCheck& check) {
  if (check.status != Status::ok) return "DIED";
  if (!check.is_measured()) return "-";
  return check.missed.empty() ? "ok" : "MISS";
}

/// The share of rejected trials in all runs; NAN where the method does not report them.
double rejected_percent(const ToleranceCheck& check) {
  long rejected = 0, trials = 0;
  for (const auto& [rtol, end] : check.runs) {
    if (!end.ok()) continue;
    if (!end.rejected) return NAN;
    rejected += *end.rejected;
    trials += end.trials();
  }
  return trials > 0 ? 100 * double(rejected) / double(trials) : NAN;
}

/// The steps at the smallest tolerance that was run.
double most_steps_of(const ToleranceCheck& check) {
  double steps = NAN;
  for (const auto& [rtol, end] : check.runs)
    if (end.ok()) steps = double(end.steps);
  return steps;
}

}  // namespace

std::string title_lines(const ToleranceProblem& problem) {
  return paragraph("", 0, problem.name + ": " + problem.features) +
         fmt::format(fmt::runtime(row_format), "", "integrator", "e/rtol", "per step", "slope",
                     "steps", "rej", "first", "cost");
}

std::string row_line(const ToleranceCheck& check) {
  if (!check.is_measured()) {
    const std::string head = fmt::format("{:4} {:21}", sign_of(check), check.integrator),
                      status = check.status == Status::ok
                                   ? ""
                                   : std::string(to_string(check.status)) + ", ";
    return paragraph(head, head.size() + 1, status + check.reason);
  }
  const bool error = check.misses(Requirement::error);
  return fmt::format(fmt::runtime(row_format), sign_of(check), check.integrator,
                     number_cell("{:.2g}", check.largest_ratio, false),
                     number_cell("{:.2g}", check.largest_per_step, error),
                     number_cell("{:.2f}", check.slope, check.misses(Requirement::slope)),
                     number_cell("{:.0f}", most_steps_of(check), false),
                     number_cell("{:.0f}%", rejected_percent(check), false),
                     number_cell("{:+.0f}", check.largest_trials_after_first,
                                 check.misses(Requirement::first_step)),
                     number_cell("{:.2f}", check.median_effort, check.misses(Requirement::effort)));
}

std::string reason_lines(const ToleranceCheck& check) {
  std::string lines;
  const auto add = [&](const std::string& which, const MeasuredRun& run) {
    const std::string status =
        run.status == Status::ok ? "" : std::string(to_string(run.status)) + ", ";
    lines += paragraph("", 2,
                       fmt::format("{} on {}, {}: {}{}", check.integrator, check.problem, which,
                                   status, run.reason));
  };
  bool is_cut = false;  // one reason is enough for all tolerances that were not run
  for (const auto& [rtol, end] : check.runs) {
    const bool not_run = end.status == Status::ok && !end.reason.empty();
    if (end.ok() || (not_run && is_cut)) continue;
    is_cut = is_cut || not_run;
    add(fmt::format("rtol {:.0e}{}", rtol, not_run ? " and less" : ""), end);
  }
  for (const auto& [factor, end] : check.other_firsts)
    if (!end.ok()) add(fmt::format("first step {:.2g} times the mean one", factor), end);
  return lines;
}

std::string legend_lines() {
  const auto line = [](const char* name, const std::string& text) {
    return paragraph(fmt::format("  {:9}", name), 11, text);
  };
  return line("e/rtol", fmt::format("largest error over rtol, from {:.0e} to {:.0e}",
                                    all_rtols.front(), all_rtols.back())) +
         line("per step",
              fmt::format("largest error over rtol and steps: at most {:g}", bounds.error)) +
         line("slope", fmt::format("of the error over rtol, in logarithms: {:g} to {:g}",
                                   bounds.flattest, bounds.steepest)) +
         line("steps", "at the least rtol that was run") + line("rej", "share of rejected trials") +
         line("first",
              "most additional trials after a first step of 1e-6 and 1e-3 of the mean "
              "one, and of the whole motion") +
         line("cost", fmt::format("over that of the best fixed step with the same error, median: "
                                  "at most {:g}",
                                  bounds.effort));
}

Counts::Counts(const std::vector<ToleranceCheck>& checks) {
  const auto must = methods_that_must_stand();
  for (const ToleranceCheck& check : checks) {
    const bool is_sound = check.is_measured() && check.missed.empty();
    stand += is_sound;
    miss += !check.missed.empty();
    failed += check.status != Status::ok;
    not_applicable += check.status == Status::ok && !check.is_measured();
    broken += !is_sound && std::ranges::count(must, check.integrator) > 0;
    for (const Requirement one : check.missed) ++missed[static_cast<std::size_t>(one)];
  }
}

std::string count_lines(const Counts& counts) {
  const auto names = names_of(Requirement{});
  std::string text = fmt::format("rows: {} stand, {} miss a bound (!)", counts.stand, counts.miss);
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{} {} {}", i == 0 ? ":" : ",", names[i], counts.missed[i]);
  text += fmt::format("; {} out of scope", counts.not_applicable);
  if (counts.failed > 0) text += fmt::format(", {} crashed or were stopped", counts.failed);
  return paragraph("", 0, text) +
         fmt::format("rows that must stand and do not: {}\n", counts.broken);
}

}  // namespace stiffbench::tolerances
