#include "harness/checks/witness.hpp"

#include "base/error.hpp"
#include "harness/checks/measure_order.hpp"
#include "integrators/contract/registry.hpp"
#include "reference/scout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

namespace stiffbench {
namespace {

/// Names of witnesses, and the integrators behind them.
constexpr std::array<std::pair<const char*, const char*>, 2> witnesses{
    {{"sundials", "cvode_adams"}, {"rk4", "rk4"}}};

constexpr int fewest_times = 64;  // at which runs are compared
constexpr double converging = 1e-4, too_rough = 1e-3, tightest = 1e-15, coarsest = 1e-7;

/// One run of a witness, with its states at all times of comparison.
struct WitnessRun {
  std::string setting;
  std::vector<State> states = {};
  std::string failure = {};  // why the states end early, or empty
  double projected = 0;      // evaluations of the whole run, where it went beyond the budget
};

/// The fastest rate at the start and at the certified states.
double rate_of(const Problem& problem, const Reference& reference) {
  double rate = references::fastest_rate(problem, problem.start());
  for (const State& u : reference.states)
    rate = std::max(rate, references::fastest_rate(problem, u));
  return rate;
}

/// The runs of one witness with ever finer settings.
class Questioning {
 public:
  Questioning(const Problem& problem, const Reference& reference, const std::string& method,
              const WitnessOptions& options)
      : problem_(problem),
        reference_(reference),
        options_(options),
        method_(method),
        adaptive_(IntegratorRegistry::instance().make(method).adaptive()),
        part_(std::max<long>(1, fewest_times / std::ssize(reference.states))),
        times_(part_ * std::ssize(reference.states)),
        phase_(MotionScale{problem.end_time(), rate_of(problem, reference)}.phase()) {}

  void go();
  Witness witness() const;

 private:
  /// Evaluations that the run takes at least: a step of an explicit method turns the fastest motion
  /// by less than one, unless it is damped.
  double least_evaluations(int level) const {
    return adaptive_ ? phase_ : 4 * static_cast<double>(steps(level)) * double(times_);
  }
  long steps(int level) const;  // of fixed size, between two times
  WitnessRun run(int level);
  std::string advance(AnyIntegrator& method, State& u, long count) const;
  bool take(WitnessRun run);
  bool is_order_4() const;
  ErrorMeasures own_error() const;
  std::vector<State> at_checkpoints(const std::vector<State>& states) const;

  const Problem& problem_;
  const Reference& reference_;
  const WitnessOptions& options_;
  std::string method_;
  bool adaptive_;
  long part_, times_;  // of comparison: between two checkpoints, and in all
  double phase_;
  double evaluations_ = 0, needed_ = 0;  // needed: at least, where the budget has ended it
  std::string failure_;                  // of the last run that failed
  WitnessRun last_, coarse_, fine_;      // the pair that differs least, and
  WitnessRun coarser_;                   // the run before it
  double difference_ = INFINITY;         // of that pair, relative
  double difference_before_ = INFINITY;  // of the pair before it
};

long Questioning::steps(int level) const {
  // Whole first, so that every level halves the step.
  return adaptive_ ? 1 : std::lround(std::ldexp(std::ceil(2 * phase_ / double(times_)), level));
}

/// Steps from one time to the next; returns why not, or nothing.
std::string Questioning::advance(AnyIntegrator& method, State& u, long count) const {
  for (long i = 0; i < count; ++i) {
    const Outcome outcome = method.step(u);
    if (!outcome.ok()) return outcome.reason;
    u = problem_.after_step(std::move(u));
  }
  const bool finite = u.x.allFinite() && u.v.allFinite() && std::isfinite(problem_.potential(u));
  return finite ? "" : fmt::format("not finite at t = {:.3g} s", u.t);
}

WitnessRun Questioning::run(int level) {
  const double rtol = coarsest * std::pow(10, -level);
  const double h = problem_.end_time() / static_cast<double>(times_ * steps(level));
  WitnessRun run{adaptive_ ? fmt::format("rtol = {:.0e}", rtol) : fmt::format("h = {:.6g} s", h)};
  const CountedProblem counted(problem_);
  AnyIntegrator method = IntegratorRegistry::instance().make(
      method_, adaptive_ ? Settings{{tolerance_parameter, rtol}} : Settings{});
  const auto project = [&](double expected) {
    if (evaluations_ + expected > options_.budget) run.projected = evaluations_ + expected;
  };
  project(least_evaluations(level));
  if (run.projected > 0) return run;
  method.init(counted, h);
  State u = problem_.start();
  const double begin = u.t;
  for (long i = 1; i <= times_ && run.failure.empty() && run.projected == 0; ++i) {
    run.failure = advance(method, u, steps(level));
    // Rounding errors of 1e6 steps would add up in the time; an adaptive method notices a change.
    if (!adaptive_) u.t = begin + problem_.end_time() * double(i) / double(times_);
    run.states.push_back(u);
    const double done = double(i) / double(times_), spent = double(counted.work().force);
    // The first evaluations of a run do not tell its rest.
    if (evaluations_ + spent > options_.budget || spent > options_.budget / 20)
      project(spent / done);
    if (options_.progress) options_.progress(method_ + ", " + run.setting, done);
  }
  evaluations_ += static_cast<double>(counted.work().force);
  return run;
}

/// Adds a run to the last pair; false where finer ones would tell nothing more.
bool Questioning::take(WitnessRun run) {
  if (run.projected > 0) {
    needed_ = run.projected;
    return false;
  }
  if (!run.failure.empty()) {
    failure_ = run.setting + ": " + run.failure;
    return last_.states.empty();
  }
  if (!last_.states.empty()) {
    const double difference = largest_relative_difference(last_.states, run.states);
    if (difference >= difference_ && difference_ < converging) return false;
    difference_before_ = difference_;
    difference_ = difference;
    coarser_ = std::move(coarse_);
    coarse_ = std::move(last_);
    fine_ = run;
  }
  last_ = std::move(run);
  return difference_ > reference_.agreement / 10;
}

void Questioning::go() {
  for (int level = 0;; ++level) {
    if (adaptive_ && coarsest * std::pow(10, -level) < tightest * 0.9) return;
    if (!take(run(level))) return;
  }
}

bool Questioning::is_order_4() const {
  const double ratio = difference_before_ / difference_;
  return !adaptive_ && problem_.nature().smooth && ratio > 8 && ratio < 32;
}

std::vector<State> Questioning::at_checkpoints(const std::vector<State>& states) const {
  std::vector<State> some;
  for (long i = part_; i <= times_; i += part_)
    some.push_back(states[static_cast<std::size_t>(i - 1)]);
  return some;
}

ErrorMeasures Questioning::own_error() const {
  constexpr double ErrorMeasures::*entries[] = {&ErrorMeasures::position_max,
                                                &ErrorMeasures::velocity_max,
                                                &ErrorMeasures::position_l2_relative,
                                                &ErrorMeasures::velocity_l2_relative,
                                                &ErrorMeasures::state_max,
                                                &ErrorMeasures::energy_norm_relative};
  ErrorMeasures own = measure(problem_, coarse_.states, fine_.states);
  if (is_order_4())
    for (const auto entry : entries) own.*entry /= 15;
  // Where contacts make errors erratic, two runs may be close by chance, hardly three.
  if (!problem_.nature().smooth && !coarser_.states.empty()) {
    const ErrorMeasures longer = measure(problem_, coarser_.states, fine_.states);
    for (const auto entry : entries) own.*entry = std::max(own.*entry, longer.*entry);
  }
  const double round_off = std::numeric_limits<double>::epsilon() * std::sqrt(evaluations_);
  for (const State& u : fine_.states) {
    own.position_max = std::max(own.position_max, round_off * u.x.lpNorm<Eigen::Infinity>());
    own.velocity_max = std::max(own.velocity_max, round_off * u.v.lpNorm<Eigen::Infinity>());
  }
  return own;
}

Witness Questioning::witness() const {
  Witness w{.method = method_, .setting = fine_.setting, .evaluations = evaluations_};
  if (!(difference_ <= too_rough)) {
    w.setting = last_.setting.empty() ? "no run" : last_.setting;
    w.silence = needed_ > 0 ? fmt::format(
                                  "not affordable: more than {:.1e} force evaluations "
                                  "(--witness-budget)",
                                  needed_)
                : failure_.empty()
                    ? fmt::format("does not converge: two runs differ by {:.1e}", difference_)
                    : "does not converge: " + failure_;
    return w;
  }
  w.distance = measure(problem_, at_checkpoints(fine_.states), reference_.states);
  w.own_error = own_error();
  return w;
}

}  // namespace

std::vector<std::string> read_witnesses(const std::string& list) {
  if (list == "none") return {};
  std::vector<std::string> methods, names;
  for (const auto& [name, method] : witnesses) names.push_back(name);
  std::istringstream parts(list + ",");
  for (std::string name; std::getline(parts, name, ',');) {
    const auto same = std::ranges::find_if(witnesses, [&](auto& w) { return name == w.first; });
    if (same == witnesses.end()) {
      const std::string near = near_matches(name, names);
      throw Error("witnesses are sundials and rk4, or none", "'" + name + "'",
                  near.empty() ? "as in --witness sundials,rk4" : near + "?");
    }
    if (std::ranges::count(methods, same->second) == 0) methods.push_back(same->second);
  }
  return methods;
}

void check(const WitnessOptions& options) {
  if (!(options.budget > 0))
    throw Error("a witness budget is above 0", fmt::format("{}", options.budget),
                "leave it out for the default, 1e7 force evaluations");
}

Witness question(const Problem& problem, const Reference& reference, const std::string& method,
                 const WitnessOptions& options) {
  check(options);
  if (reference.states.empty())
    throw Error("a witness is compared with certified states", "none, " + reference.refused,
                "ask for a shorter end_time, or leave --witness out");
  Questioning questioning(problem, reference, method, options);
  questioning.go();
  return questioning.witness();
}

}  // namespace stiffbench
