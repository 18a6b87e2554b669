#include "harness/cli/commands/check/tolerance_lines.hpp"

#include "harness/cli/terminal/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench::tolerances {
namespace {

constexpr const char* row_format = "{:4} {:21} {:>8} {:>8} {:>6} {:>7} {:>5} {:>7} {:>6}\n";
constexpr std::size_t name_width = 21, ratio_width = 8, steps_width = 7, share_width = 5,
                      first_width = 7, other_width = 6;

/// A number, or a dash without one, with the mark of a miss; with one digit where it would be wider
/// than its column.
std::string number_cell(const char* format, double number, bool misses, std::size_t width) {
  const char* mark = misses ? "!" : "";
  if (std::isnan(number)) return misses ? mark : "-";
  for (const char* each : {format, "{:.0e}"})
    if (const std::string cell = fmt::format(fmt::runtime(each), number) + mark;
        cell.size() <= width)
      return cell;
  return fmt::format("{}{}", number > 0 ? ">1e99" : "<-9", mark);
}

/// The most additional trials after another first step; or in their place the mark of a run that
/// failed, or the growth of the error if that misses its bound.
std::string first_cell(const ToleranceCheck& check) {
  if (check.has_failed_first()) return "fail!";
  if (check.largest_error_after_first > bounds.error_after_first)
    return "x" + number_cell("{:.2g}", check.largest_error_after_first, true, first_width - 1);
  return number_cell("{:+.0f}", check.largest_trials_after_first,
                     check.misses(Requirement::first_step), first_width);
}

const char* sign_of(const ToleranceCheck& check) {
  if (check.status != Status::ok) return "DIED";
  if (!check.is_measured()) return "-";
  if (!check.missed.empty()) return "MISS";
  return check.is_complete() ? "ok" : "part";
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

/// The steps at the smallest tolerance whose run ended well.
double most_steps_of(const ToleranceCheck& check) {
  double steps = NAN;
  for (const auto& [rtol, end] : check.runs)
    if (end.ok()) steps = double(end.steps);
  return steps;
}

std::string why_too_few(std::size_t count) {
  return fmt::format("{} errors between the floor and {:g}, at least {} are needed", count,
                     coarsest_error, fewest_errors);
}

std::string miss_lines(const std::string& title, const std::vector<Miss>& misses) {
  std::string lines = fmt::format("{}: {}\n", title, misses.size());
  for (const Miss& miss : misses)
    lines += paragraph(
        "", 2,
        fmt::format("{} on {}: {}", miss.integrator, miss.problem, name_of(miss.requirement)));
  return lines;
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
  const bool is_long = check.integrator.size() > name_width;
  const std::string own_line =
      is_long ? fmt::format("{:4} {}\n", sign_of(check), check.integrator) : "";
  return own_line +
         fmt::format(
             fmt::runtime(row_format), is_long ? "" : sign_of(check),
             is_long ? "" : check.integrator,
             number_cell("{:.2g}", check.largest_ratio, check.is_too_accurate(), ratio_width),
             number_cell("{:.2g}", check.largest_per_step, check.largest_per_step > bounds.error,
                         ratio_width),
             number_cell("{:.2f}", check.slope, check.misses(Requirement::slope), other_width),
             number_cell("{:.0f}", most_steps_of(check), check.has_failed_run(), steps_width),
             number_cell("{:.0f}%", rejected_percent(check), false, share_width), first_cell(check),
             number_cell("{:.2f}", check.median_effort, check.misses(Requirement::effort),
                         other_width));
}

std::string reason_lines(const ToleranceCheck& check) {
  std::string lines;
  const auto add_reason = [&](const std::string& which, const std::string& reason) {
    lines += paragraph(
        "", 2, fmt::format("{} on {}, {}: {}", check.integrator, check.problem, which, reason));
  };
  const auto add = [&](const std::string& which, const MeasuredRun& run) {
    add_reason(which, (run.status == Status::ok ? "" : std::string(to_string(run.status)) + ", ") +
                          run.reason);
  };
  bool is_cut = false;  // one reason is enough for all tolerances that were not run
  for (const auto& [rtol, end] : check.runs) {
    const bool not_run = end.status == Status::ok && !end.reason.empty();
    if (end.ok() || (not_run && is_cut)) continue;
    is_cut = is_cut || not_run;
    add(fmt::format("rtol {:.0e}{}", rtol, not_run ? " and less" : ""), end);
  }
  if (check.usual_first && !check.usual_first->ok())
    add(fmt::format("rtol {:.0e} in one span", rtol_of_first), *check.usual_first);
  for (const auto& [factor, end] : check.other_firsts)
    if (!end.ok()) add(fmt::format("first step {:.2g} times the mean one", factor), end);
  if (!check.is_measured()) return lines;
  if (std::isnan(check.slope))
    add_reason("no slope", why_too_few(check.runs_that_show_order().size()));
  if (std::isnan(check.median_effort))
    add_reason("no cost", check.has_fixed_steps ? why_too_few(check.efforts.size())
                                                : "the method has no steps of fixed size");
  return lines;
}

std::string legend_lines() {
  const auto line = [](const char* name, const std::string& text) {
    return paragraph(fmt::format("  {:8}", name), 11, text);
  };
  return line("!", "follows a number that misses its bound") +
         line("e/rtol", fmt::format("largest error over rtol, from {:.0e} to {:.0e}: at least {:g}",
                                    all_rtols.front(), all_rtols.back(), bounds.least_error)) +
         line("per step",
              fmt::format("largest error over rtol and steps: at most {:g}", bounds.error)) +
         line("slope", fmt::format("of the error over rtol, in logarithms: {:g} to {:g}",
                                   bounds.flattest, bounds.steepest)) +
         line("steps", "at the least rtol whose run ended well; ! if another one failed") +
         line("rej", "share of rejected trials") +
         line(
             "first",
             fmt::format("most additional trials after a first step of 1e-6 and 1e-3 of the mean "
                         "one, and of the whole motion: at most {:g} log(c)/log(5) and {:g}% of "
                         "all where it is wrong by c; or the growth of the error, as x5!, if it is "
                         "more than {:g}; fail! if such a run failed",
                         bounds.trials_after_first, 100 * bounds.share_of_trials,
                         bounds.error_after_first)) +
         line("cost", fmt::format("over that of the best fixed step with the same error, median: "
                                  "at most {:g}",
                                  bounds.effort));
}

Counts::Counts(const std::vector<ToleranceCheck>& checks) {
  const auto must = methods_that_must_stand();
  for (const ToleranceCheck& check : checks) {
    const bool misses_none = check.is_measured() && check.missed.empty(),
               is_sound = misses_none && check.is_complete();
    stand += is_sound;
    incomplete += misses_none && !is_sound;
    miss += !check.missed.empty();
    failed += check.status != Status::ok;
    not_applicable += check.status == Status::ok && !check.is_measured();
    broken += !is_sound && std::ranges::count(must, check.integrator) > 0;
    for (const Requirement one : check.missed) ++missed[static_cast<std::size_t>(one)];
  }
  new_misses = tolerances::new_misses(checks);
  mended_misses = tolerances::mended_misses(checks);
}

std::string count_lines(const Counts& counts) {
  const auto names = names_of(Requirement{});
  std::string text = fmt::format("rows: {} stand, {} miss a bound (!)", counts.stand, counts.miss);
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{} {} {}", i == 0 ? ":" : ",", names[i], counts.missed[i]);
  text += fmt::format("; {} miss none, but have no slope or no cost; {} out of scope",
                      counts.incomplete, counts.not_applicable);
  if (counts.failed > 0) text += fmt::format(", {} crashed or were stopped", counts.failed);
  return paragraph("", 0, text) +
         fmt::format("rows that must stand and do not: {}\n", counts.broken) +
         miss_lines("misses that are not known", counts.new_misses) +
         miss_lines("known misses that stand now, to be taken off known_misses.cpp",
                    counts.mended_misses);
}

}  // namespace stiffbench::tolerances
