#include "harness/checks/cross_check.hpp"

#include "base/error.hpp"
#include "harness/checks/measure_order.hpp"
#include "harness/run/observe.hpp"
#include "problems/contract/optional/internal_variables.hpp"
#include "reference/scales.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

namespace stiffbench {
namespace {

/// Names of cross-checks, and their integrators.
constexpr std::array<std::pair<const char*, const char*>, 2> cross_checks{
    {{"sundials", "cvode_adams"}, {"rk4", "rk4"}}};

constexpr long fewest_times = 64;  // minimum number of times at which runs are compared
constexpr double first_tolerance = 1e-7;
constexpr int tolerance_levels = 9;       // down to 1e-15
constexpr double most_difference = 1e-3;  // of two conclusive runs
constexpr double must_fall_below = 1e-4;  // differences that no longer fall end the series

/// One run, with its states at all comparison times.
struct CrossCheckRun {
  std::string setting;
  std::vector<State> states;
};

/// Up to three runs, each finer than its predecessor, and the differences of neighbours.
struct CrossCheckRuns {
  std::vector<CrossCheckRun> runs = {};
  double difference = INFINITY;         // of the last two runs, relative
  double difference_before = INFINITY;  // of the last but one pair

  void add(CrossCheckRun run);
};

void CrossCheckRuns::add(CrossCheckRun run) {
  runs.push_back(std::move(run));
  if (runs.size() > 3) runs.erase(runs.begin());
  if (runs.size() < 2) return;
  difference_before = difference;
  difference = largest_relative_difference(runs.end()[-2].states, runs.back().states);
}

/// Runs of one integrator with ever finer settings.
class CrossCheckSeries {
 public:
  CrossCheckSeries(const std::shared_ptr<const Problem>& problem, const Reference& reference,
                   const std::string& name, const CrossCheckOptions& options);
  CrossCheck run();

 private:
  RunPlan plan_of(int level) const;
  double expected_evaluations(const RunPlan& plan) const;
  bool refine(int level);
  bool shows_order() const;
  ErrorMeasures own_error() const;
  std::vector<State> states_at_checkpoints() const;
  std::string why_inconclusive() const;

  std::shared_ptr<const Problem> problem_;
  const Reference& reference_;
  const CrossCheckOptions& options_;
  AnyIntegrator method_;
  long part_, times_;           // comparison times per checkpoint interval, and in total
  double phase_;                // of the fastest motion
  CrossCheckRuns last_, best_;  // the finest runs; the runs whose last two differ least
  int not_closer_ = 0;          // runs since the best
  double evaluations_ = 0, last_evaluations_ = 0;
  double refused_evaluations_ = 0;  // including a run that would exceed the limit
  std::string failure_;             // of the last failed run
};

/// Returns the fastest rate (1/s) over the initial state and the certified states.
double fastest_rate(const Problem& problem, const Reference& reference) {
  double rate = references::fastest_rate(problem, problem.start());
  for (const State& u : reference.states)
    rate = std::max(rate, references::fastest_rate(problem, u));
  return rate;
}

CrossCheckSeries::CrossCheckSeries(const std::shared_ptr<const Problem>& problem,
                                   const Reference& reference, const std::string& name,
                                   const CrossCheckOptions& options)
    : problem_(problem),
      reference_(reference),
      options_(options),
      method_(IntegratorRegistry::instance().make(name)),
      part_((fewest_times - 1) / std::ssize(reference.states) + 1),
      times_(part_ * std::ssize(reference.states)),
      phase_(MotionScale{problem->end_time(), fastest_rate(*problem, reference)}.phase()) {}

RunPlan CrossCheckSeries::plan_of(int level) const {
  RunRequest request{.integrator = method_->facts().name, .checkpoints = times_, .repeats = 0};
  request.continuous_force = true;
  if (method_->adaptive()) {  // in the library's own norm, in which the suite has no part
    request.integrator_settings = {{"norm", std::string("components")}};
    request.tolerance = first_tolerance * std::pow(10, -level);
  } else {  // an integer number of steps per interval at level 0; each level halves the step
    const long unit = std::lcm(times_, std::max(1L, clock_ticks(*problem_)));
    request.count = unit * std::lround(std::ldexp(std::ceil(2 * phase_ / double(unit)), level));
  }
  return make_plan(problem_, request);
}

/// Predicts force evaluations. An adaptive method without linear algebra advances the phase of the
/// fastest motion by less than one per step.
double CrossCheckSeries::expected_evaluations(const RunPlan& plan) const {
  return method_->adaptive() ? std::max(phase_, last_evaluations_)
                             : double(plan.count) * method_->facts().stages;
}

/// Makes the run of a level. Returns false if finer runs would be useless or too expensive.
bool CrossCheckSeries::refine(int level) {
  const RunPlan plan = plan_of(level);
  const std::string setting = method_->adaptive()
                                  ? fmt::format("rtol = {:.0e}", *plan.request.tolerance)
                                  : fmt::format("h = {:.6g} s", plan.h);
  const double expected = evaluations_ + expected_evaluations(plan), dof = double(problem_->dof());
  if (expected * dof > options_.work_limit) {
    refused_evaluations_ = expected;
    return false;
  }
  if (options_.progress)
    options_.progress(plan.request.integrator + ", " + setting,
                      evaluations_ * dof / options_.work_limit);
  Observation observed = observe(plan);
  last_evaluations_ = double(observed.work->force);
  evaluations_ += last_evaluations_;
  if (observed.status != Status::ok) {
    failure_ = setting + ": " + observed.reason;
    return last_.runs.empty();
  }
  last_.add({setting, std::move(observed.checkpoints)});
  const bool closer = last_.difference < best_.difference;
  not_closer_ = closer ? 0 : not_closer_ + 1;
  if (closer) best_ = last_;
  // Tolerances bound errors loosely, so that a run may be no closer than its predecessor.
  const bool at_round_off = not_closer_ >= (method_->adaptive() ? 2 : 1);
  if (at_round_off && best_.difference < must_fall_below) return false;
  return best_.difference > reference_.agreement / 10;
}

/// Returns true if the last two differences decreased at the order of a fixed-step method.
bool CrossCheckSeries::shows_order() const {
  const double ratio = best_.difference_before / best_.difference;
  return !method_->adaptive() && problem_->traits().smooth &&
         std::abs(std::log2(ratio) - method_->order(*problem_)) < 1;
}

ErrorMeasures CrossCheckSeries::own_error() const {
  const std::vector<CrossCheckRun>& runs = best_.runs;
  const std::vector<State>& fine = runs.back().states;
  const CrossCheckRun *coarse = &runs.end()[-2], *coarser = &runs.front();
  // Contacts make errors erratic: two runs may be close by chance, but hardly three.
  if (!problem_->traits().smooth &&
      largest_relative_difference(coarser->states, fine) > best_.difference)
    coarse = coarser;
  const double share = shows_order() ? 1 / (std::exp2(method_->order(*problem_)) - 1) : 1;
  std::vector<State> apart = fine;  // perturbed from the finest run by its own error
  double x = 0, v = 0;
  for (std::size_t i = 0; i < fine.size(); ++i) {
    apart[i].x += share * (coarse->states[i].x - fine[i].x);
    apart[i].v += share * (coarse->states[i].v - fine[i].v);
    x = std::max(x, fine[i].x.lpNorm<Eigen::Infinity>());
    v = std::max(v, fine[i].v.lpNorm<Eigen::Infinity>());
  }
  ErrorMeasures own = measure(*problem_, apart, fine);
  const double round_off = std::numeric_limits<double>::epsilon() * std::sqrt(evaluations_);
  own.position_max = std::max(own.position_max, round_off * x);
  own.velocity_max = std::max(own.velocity_max, round_off * v);
  return own;
}

std::vector<State> CrossCheckSeries::states_at_checkpoints() const {
  std::vector<State> states;
  for (long i = part_; i <= times_; i += part_)
    states.push_back(best_.runs.back().states[static_cast<std::size_t>(i - 1)]);
  return states;
}

/// Returns the reason why the runs are inconclusive, or an empty string.
std::string CrossCheckSeries::why_inconclusive() const {
  if (best_.difference <= most_difference) return "";
  if (refused_evaluations_ > 0)
    return fmt::format(
        "more than {:.1e} force evaluations; --cross-check-limit {:.1e} is not enough",
        refused_evaluations_, options_.work_limit);
  if (!failure_.empty()) return "does not converge; " + failure_;
  return fmt::format("does not converge; two runs differ by {:.1e}", best_.difference);
}

CrossCheck CrossCheckSeries::run() {
  const int levels = method_->adaptive() ? tolerance_levels : std::numeric_limits<int>::max();
  for (int level = 0; level < levels && refine(level);) ++level;
  const std::vector<CrossCheckRun>& runs = best_.runs.empty() ? last_.runs : best_.runs;
  CrossCheck check{.method = method_->facts().name,
                   .setting = runs.empty() ? "" : runs.back().setting,
                   .evaluations = evaluations_,
                   .inconclusive = why_inconclusive()};
  if (!check.inconclusive.empty()) return check;
  check.distance = measure(*problem_, states_at_checkpoints(), reference_.states);
  check.own_error = own_error();
  return check;
}

}  // namespace

std::vector<std::string> cross_check_methods(const std::string& list) {
  if (list == "none") return {};
  std::vector<std::string> methods, names;
  for (const auto& [name, method] : cross_checks) names.push_back(name);
  std::istringstream parts(list + ",");
  for (std::string name; std::getline(parts, name, ',');) {
    const auto same = std::ranges::find_if(cross_checks, [&](auto& w) { return name == w.first; });
    if (same == cross_checks.end()) {
      const std::string near = near_matches(name, names);
      throw Error(fmt::format("cross-checks are {}", fmt::join(names, " and ")), "'" + name + "'",
                  near.empty() ? "as in --cross-check sundials,rk4" : near + "?");
    }
    if (std::ranges::count(methods, same->second) == 0) methods.push_back(same->second);
  }
  return methods;
}

void check(const CrossCheckOptions& options) {
  if (options.work_limit > 0) return;
  throw Error("a limit of the work of a cross-check is above 0",
              fmt::format("{}", options.work_limit),
              fmt::format("leave it out for the default, {:.0e}", CrossCheckOptions{}.work_limit));
}

CrossCheck run_cross_check(const std::shared_ptr<const Problem>& problem,
                           const Reference& reference, const std::string& method,
                           const CrossCheckOptions& options) {
  check(options);
  if (reference.states.empty())
    throw Error("a cross-check is compared with certified states", "none, " + reference.refused,
                "ask for a shorter end_time, or leave --cross-check out");
  return CrossCheckSeries(problem, reference, method, options).run();
}

}  // namespace stiffbench
