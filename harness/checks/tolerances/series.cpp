#include "harness/checks/tolerances/series.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench::tolerances {
namespace {

/// The steps that the next tolerance, a tenth of the last one, is expected to take.
double expected_steps(const std::vector<RunAtTolerance>& runs) {
  constexpr double most_growth = 3.1622776601683795;  // sqrt(10)
  if (runs.empty() || runs.back().end.steps == 0) return 0;
  const double last = double(runs.back().end.steps);
  if (runs.size() < 2 || runs.end()[-2].end.steps == 0) return last * most_growth;
  return last * std::clamp(last / double(runs.end()[-2].end.steps), 1.0, most_growth);
}

struct EffortAtError {
  double error, effort;
};

/// Makes runs with fixed steps, the longest first, until one has an error of at most `least`. A
/// still longer step, which is not tried, may have the errors above that of the first run.
std::vector<EffortAtError> fixed_runs(const Runner& runner, double least) {
  std::vector<EffortAtError> points;
  for (int k = 0; std::pow(2, 0.5 * k) * 4 <= most_steps; ++k) {
    if (k == 1) continue;  // it has as many steps as the first one
    const MeasuredRun run = runner.fixed(4 * std::lround(std::pow(2, 0.5 * k)));
    if (run.status == Status::not_applicable) break;
    if (!run.ok()) continue;
    points.push_back({run.error, effort_of(run.work)});
    if (run.error <= least) break;
  }
  return points;
}

/// The effort at which errors first fall to this one; NAN if they do not.
double effort_at(const std::vector<EffortAtError>& points, double error) {
  const auto fine = std::ranges::find_if(points, [&](const auto& p) { return p.error <= error; });
  if (fine == points.end()) return NAN;
  if (fine == points.begin()) return fine->effort;
  const EffortAtError &from = *(fine - 1), &to = *fine;
  const double share = std::log(from.error / error) / std::log(from.error / to.error);
  return from.effort * std::pow(to.effort / from.effort, share);
}

}  // namespace

std::vector<RunAtTolerance> runs_at_tolerances(const Runner& runner) {
  std::vector<RunAtTolerance> runs, begun;
  for (const double rtol : all_rtols) {
    if (const double steps = expected_steps(begun); steps > most_steps) {
      runs.push_back({rtol, {}});
      runs.back().end.reason =
          fmt::format("not run: {:.2g} steps are expected, and the budget is {:.0e}", steps,
                      double(most_steps));
      continue;
    }
    runs.push_back({rtol, runner.chosen(rtol)});
    if (runs.back().end.ok()) begun.push_back(runs.back());
  }
  return runs;
}

void add_runs_from_firsts(const Runner& runner, ToleranceCheck& check) {
  if (!runner.takes_first_step()) return;
  MeasuredRun& usual = check.usual_first.emplace(runner.in_one_span(rtol_of_first, 0));
  if (usual.ok() && usual.steps == 0) usual.reason = "no step was counted";
  if (!usual.ok()) return;
  const double span = runner.subject().problem->end_time(), mean = span / double(usual.steps);
  for (const double size : {1e-6 * mean, 1e-3 * mean, span})
    check.other_firsts.push_back({size / mean, runner.in_one_span(rtol_of_first, size)});
}

std::vector<EffortRatio> efforts_over_fixed(const Runner& runner,
                                            const std::vector<RunAtTolerance>& usable) {
  if (!runner.has_fixed_steps() || usable.empty()) return {};
  const double least =
      std::ranges::min(usable, {}, [](const auto& r) { return r.end.error; }).end.error;
  const auto fixed = fixed_runs(runner, least);
  std::vector<EffortRatio> ratios;
  for (const RunAtTolerance& run : usable)
    if (const double effort = effort_at(fixed, run.end.error); effort > 0)
      ratios.push_back({run.rtol, effort_of(run.end.work) / effort});
  return ratios;
}

}  // namespace stiffbench::tolerances
