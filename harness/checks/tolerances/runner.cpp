#include "harness/checks/tolerances/runner.hpp"

#include "base/error.hpp"
#include "harness/run/judge.hpp"
#include "harness/run/observe.hpp"

#include <algorithm>

namespace stiffbench::tolerances {
namespace {

constexpr long checkpoints_of_error = 4;  // an error may vanish at one time, hardly at four
constexpr double round_off = 1e-13;       // of closed forms, and of a motion of many steps

double energy_norm_of(const Problem& problem, const Vec& x, const Vec& v) {
  Vec momentum;
  problem.mass().times(v, momentum);
  return std::sqrt(std::max(0.0, x.dot(problem.linear_stiffness() * x)) + v.dot(momentum));
}

}  // namespace

Subject make_subject(const ToleranceProblem& from) {
  Subject subject{.name = from.name,
                  .problem = ProblemRegistry::instance().make(from.name, from.parameters),
                  .true_states = {}};
  const Judge judge(*subject.problem, {.checkpoints = checkpoints_of_error});
  subject.true_states = judge.states();
  if (subject.true_states.empty())
    throw Error("errors need a closed form or a reference",
                "none of problem '" + from.name + "': " + judge.refusal(), "give another problem");
  subject.floor = std::max(round_off, judge.digits() ? 10 * std::pow(10, -*judge.digits()) : 0);
  const State start = subject.problem->start();
  subject.largest_norm = energy_norm_of(*subject.problem, start.x, start.v);
  for (const State& u : subject.true_states)
    subject.largest_norm =
        std::max(subject.largest_norm, energy_norm_of(*subject.problem, u.x, u.v));
  return subject;
}

double effort_of(const Work& work) {
  constexpr long solves_of_a_factorization = 10;
  return double(work.force + work.jacobian_products + work.krylov_vectors + work.solve +
                solves_of_a_factorization * work.factorize);
}

Runner::Runner(const Subject& subject, std::string integrator)
    : subject_(subject),
      integrator_(std::move(integrator)),
      parameters_(IntegratorRegistry::instance().make(integrator_)->parameters()) {}

bool Runner::has(const std::string& parameter) const {
  return std::ranges::any_of(parameters_, [&](const auto& own) { return own.name == parameter; });
}

Settings Runner::settings(bool adaptive) const {
  return has("adaptive") ? Settings{{"adaptive", adaptive}} : Settings{};
}

std::string Runner::why_not() const {
  return IntegratorRegistry::instance()
      .make(integrator_, settings(true))
      ->why_not_applicable(*subject_.problem);
}

MeasuredRun Runner::chosen(double rtol) const {
  return run(settings(true), rtol, checkpoints_of_error, {});
}

MeasuredRun Runner::in_one_span(double rtol, double initial_step) const {
  Settings with_first = settings(true);
  if (initial_step > 0) with_first["initial_step"] = initial_step;
  return run(with_first, rtol, 1, {});
}

MeasuredRun Runner::fixed(long count) const {
  return run(settings(false), {}, checkpoints_of_error, count);
}

MeasuredRun Runner::run(const Settings& settings, std::optional<double> rtol, long checkpoints,
                        std::optional<long> count) const try {
  RunRequest request{.integrator = integrator_, .integrator_settings = settings};
  request.tolerance = rtol;
  request.checkpoints = checkpoints;
  request.count = count;
  const Observation observation = observe(make_plan(subject_.problem, request));
  MeasuredRun result{.status = observation.status, .reason = observation.reason};
  result.steps = observation.count;
  if (observation.work) result.work = *observation.work;
  const auto rejected = observation.reported.find("rejected_steps");
  if (rejected != observation.reported.end()) result.rejected = std::get<long>(rejected->second);
  if (result.ok()) result.error = error_of(observation.checkpoints);
  return result;
} catch (const Error& error) {
  return {.status = Status::not_applicable, .reason = error.what()};
}

/// The states are those at the end of the motion, and at earlier ones of the four times if there
/// are as many.
double Runner::error_of(const std::vector<State>& states) const {
  double largest = 0;
  const std::size_t before = subject_.true_states.size() - states.size();
  for (std::size_t i = 0; i < states.size(); ++i) {
    const State &got = states[i], &truth = subject_.true_states[before + i];
    largest =
        std::max(largest, energy_norm_of(*subject_.problem, got.x - truth.x, got.v - truth.v));
  }
  return largest / subject_.largest_norm;
}

}  // namespace stiffbench::tolerances
