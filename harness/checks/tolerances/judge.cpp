#include "harness/checks/measure_order.hpp"
#include "harness/checks/tolerances/tolerances.hpp"

#include <algorithm>

namespace stiffbench::tolerances {
namespace {

/// Raises a number that may be NAN to `value`.
void raise_to(double& number, double value) {
  if (!(number >= value)) number = value;
}

void judge_errors(ToleranceCheck& check, const Bounds& within) {
  for (const auto& [rtol, end] : check.runs) {
    if (!end.ok()) continue;
    raise_to(check.largest_ratio, end.error / rtol);
    raise_to(check.largest_per_step, end.error / (rtol * double(std::max(1L, end.steps))));
  }
  const bool is_too_large = check.largest_per_step > within.error;
  if (check.has_failed_run() || is_too_large || check.is_too_accurate(within.least_error))
    check.missed.push_back(Requirement::error);
}

void judge_slope(ToleranceCheck& check, const Bounds& within) {
  std::vector<ErrorAtStep> points;
  for (const auto& [rtol, end] : check.runs_that_show_order()) points.push_back({rtol, end.error});
  if (points.size() < fewest_errors) return;
  check.slope = fit_order(points, points.size()).order;
  if (check.slope < within.flattest || check.slope > within.steepest)
    check.missed.push_back(Requirement::slope);
}

/// The trials that a first step may cost which is wrong by this factor.
double allowed_trials(double factor, long usual, const Bounds& within) {
  const double wrong = std::max(factor, 1 / factor);
  return within.trials_after_first * std::log(wrong) / std::log(5) +
         within.share_of_trials * double(usual);
}

void judge_firsts(ToleranceCheck& check, const Bounds& within) {
  if (!check.usual_first) return;
  const MeasuredRun& usual = *check.usual_first;
  bool misses = check.has_failed_first();
  for (const auto& [factor, end] : check.other_firsts) {
    if (!usual.ok() || !end.ok()) continue;
    const double error = end.error / std::max(usual.error, rtol_of_first),
                 trials =
                     (effort_of(end.work) / effort_of(usual.work) - 1) * double(usual.trials());
    raise_to(check.largest_error_after_first, error);
    raise_to(check.largest_trials_after_first, trials);
    misses = misses || error > within.error_after_first ||
             trials > allowed_trials(factor, usual.trials(), within);
  }
  if (misses) check.missed.push_back(Requirement::first_step);
}

void judge_effort(ToleranceCheck& check, const Bounds& within) {
  if (check.efforts.size() < fewest_errors) return;
  std::vector<double> ratios;
  for (const EffortRatio& one : check.efforts) ratios.push_back(one.ratio);
  std::ranges::sort(ratios);
  const std::size_t n = ratios.size();
  check.median_effort = (ratios[(n - 1) / 2] + ratios[n / 2]) / 2;
  check.largest_effort = ratios.back();
  if (check.median_effort > within.effort) check.missed.push_back(Requirement::effort);
}

}  // namespace

bool ToleranceCheck::misses(Requirement requirement) const {
  return std::ranges::count(missed, requirement) > 0;
}

bool ToleranceCheck::has_failed_run() const {
  return std::ranges::any_of(runs, [](const auto& run) { return run.end.status != Status::ok; });
}

bool ToleranceCheck::is_too_accurate(double least) const {
  const bool shows = std::ranges::any_of(
      runs, [&](const auto& run) { return run.end.ok() && run.end.error > floor; });
  return shows && largest_ratio < least;
}

bool ToleranceCheck::has_failed_first() const {
  if (!usual_first) return false;
  return !usual_first->ok() || other_firsts.empty() ||
         std::ranges::any_of(other_firsts, [](const auto& run) { return !run.end.ok(); });
}

std::vector<RunAtTolerance> ToleranceCheck::runs_that_show_order() const {
  std::vector<RunAtTolerance> shown;
  for (const RunAtTolerance& run : runs)
    if (run.end.ok() && run.end.error > floor && run.end.error < coarsest_error)
      shown.push_back(run);
  return shown;
}

bool ToleranceCheck::is_complete() const {
  return std::isfinite(slope) && std::isfinite(median_effort);
}

Bounds Bounds::tightened(double share) const {
  return {.error = error * (1 - share),
          .least_error = least_error / (1 - share),
          .flattest = flattest / (1 - share),
          .steepest = steepest * (1 - share),
          .error_after_first = error_after_first * (1 - share),
          .trials_after_first = trials_after_first * (1 - share),
          .share_of_trials = share_of_trials * (1 - share),
          .effort = effort * (1 - share)};
}

void judge(ToleranceCheck& check, const Bounds& within) {
  check.missed.clear();
  check.largest_ratio = check.largest_per_step = check.slope = NAN;
  check.largest_error_after_first = check.largest_trials_after_first = NAN;
  check.median_effort = check.largest_effort = NAN;
  judge_errors(check, within);
  judge_slope(check, within);
  judge_firsts(check, within);
  judge_effort(check, within);
}

}  // namespace stiffbench::tolerances
