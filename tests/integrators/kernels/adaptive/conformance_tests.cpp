// Every method of this project with step control, on five problems and over nine decades of its
// tolerance: the error follows the tolerance, a first step of any size does no harm, and the work
// is that of the best fixed step.

#include "integrators/contract/registry.hpp"
#include "integrators/contract/tolerance.hpp"
#include "problems/contract/error_measures.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace conformance_tests {

using namespace stiffbench;

namespace {

std::vector<std::string> adaptive_methods() {
  std::vector<std::string> names;
  for (const auto& method : IntegratorRegistry::instance().all()) {
    const auto parameters = method->parameters();
    if (method->facts().library.empty() &&
        std::ranges::any_of(parameters, [](const auto& p) { return p.name == "adaptive"; }))
      names.push_back(method->facts().name);
  }
  return names;
}

std::unique_ptr<Problem> make(const std::string& name, const Settings& settings) {
  return ProblemRegistry::instance().make(name, settings);
}

/// Damping, a load and a consistent mass; a nonlinear chain; a turning spring; stiff springs
/// between soft ones; and a damped one.
std::vector<std::unique_ptr<Problem>> problems() {
  std::vector<std::unique_ptr<Problem>> all;
  all.push_back(make("forced_oscillator",
                     {{"consistent", true}, {"alpha", 0.1}, {"beta", 0.02}, {"end_time", 2.0}}));
  all.push_back(make("duffing_chain", {{"end_time", 2.0}}));
  all.push_back(make("duffing_chain", {{"damping", 0.3}, {"end_time", 2.0}}));
  all.push_back(make("spring_pendulum",
                     {{"omega", 5.0}, {"turn", 1.0}, {"strain", -0.1}, {"end_time", 2.0}}));
  all.push_back(make("fput", {{"omega", 20.0}, {"end_time", 1.0}}));
  return all;
}

struct Run {
  State end;
  long steps = 0;  ///< accepted
  long rejected = 0;
};

Run run(const Problem& problem, AnyIntegrator method, long spans) {
  const CountedProblem counted(problem);
  method->init(counted, problem.end_time() / double(spans));
  Run result{problem.start()};
  for (long i = 0; i < spans; ++i) {
    const Outcome outcome = method->step(result.end);
    INFO(method->facts().name << " on " << problem.name() << ": " << outcome.reason);
    REQUIRE(outcome.ok());
  }
  result.steps = method->steps_taken();
  const Settings report = method->reported();
  if (const auto rejected = report.find("rejected_steps"); rejected != report.end())
    result.rejected = std::get<long>(rejected->second);
  return result;
}

Run run_adaptive(const Problem& problem, const std::string& name, double rtol, long spans = 1) {
  return run(problem,
             IntegratorRegistry::instance().make(name, {{"adaptive", true}, {"rtol", rtol}}),
             spans);
}

Run run_fixed(const Problem& problem, const std::string& name, long steps) {
  return run(problem, IntegratorRegistry::instance().make(name), steps);
}

State reference(const Problem& problem) {
  if (const auto exact = problem.exact(problem.end_time())) return *exact;
  return run_fixed(problem, "gauss6", 4000).end;
}

double error(const Problem& problem, const State& got, const State& expected) {
  return measure(problem, {{got}}, {{expected}}).energy_norm_relative;
}

int linear_order(const std::string& name) {
  return IntegratorRegistry::instance().make(name)->stability()->properties().linear_order;
}

/// Methods of high order take few steps, on which no order shows, unless the tolerance is small.
constexpr std::array<double, 3> low_tolerances{1e-3, 1e-5, 1e-7},
    high_tolerances{1e-5, 1e-8, 1e-10};

}  // namespace

TEST_CASE("the errors of chosen steps follow the tolerance, with the order of the method",
          "[adaptive]") {
  REQUIRE(adaptive_methods().size() >= 8);
  for (const auto& problem : problems()) {
    const State expected = reference(*problem);
    for (const std::string& name : adaptive_methods()) {
      INFO(name << " on " << problem->name());
      const int order = IntegratorRegistry::instance().make(name)->order(*problem);
      std::vector<double> errors, steps;
      for (const double rtol : order > 3 ? high_tolerances : low_tolerances) {
        const Run got = run_adaptive(*problem, name, rtol);
        errors.push_back(error(*problem, got.end, expected));
        steps.push_back(double(got.steps));
        // A step's error is within the tolerance. Those of all steps add up, for methods that go on
        // with the lower order of their pair as rtol^(p/(p+1)).
        CHECK(errors.back() < 100 * std::pow(rtol, 2. / 3));
        CHECK(double(got.rejected) <= 0.2 * steps.back() + 2);
      }
      const double slope = std::log(errors[1] / errors[2]) / std::log(steps[2] / steps[1]);
      // Where the motion is nearly linear, the order is that of R(z), which may be higher
      // (rodas5p).
      const int most = std::max(order, linear_order(name));
      CHECK(slope > order - 0.4);
      CHECK(slope < most + 0.4);
    }
  }
}

TEST_CASE("chosen steps cost at most half more than the best fixed ones on smooth problems",
          "[adaptive]") {
  for (const auto& problem : problems()) {
    const State expected = reference(*problem);
    for (const std::string& name : adaptive_methods()) {
      INFO(name << " on " << problem->name());
      const Run chosen = run_adaptive(*problem, name, 1e-6);
      const Run fixed = run_fixed(*problem, name, chosen.steps + chosen.rejected);
      const int order = IntegratorRegistry::instance().make(name)->order(*problem);
      const double more =
          std::pow(error(*problem, chosen.end, expected) / error(*problem, fixed.end, expected),
                   1.0 / order);
      CHECK(more < 1.5);
    }
  }
}

TEST_CASE("chosen steps have equal errors with any number of outputs", "[adaptive]") {
  const auto problem = make("duffing_chain", {{"end_time", 2.0}});
  const State expected = reference(*problem);
  for (const std::string& name : adaptive_methods()) {
    INFO(name);
    const double one = error(*problem, run_adaptive(*problem, name, 1e-6).end, expected),
                 many = error(*problem, run_adaptive(*problem, name, 1e-6, 7).end, expected);
    CHECK(many < 2 * one);
    CHECK(many > 0.3 * one);
  }
}

}  // namespace conformance_tests
