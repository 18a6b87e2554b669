// Every method of this project with step control, on five problems and at three tolerances over
// three to five decades: the error follows the tolerance with the method's order, a first step of
// any size does no harm, and steps are hardly more than fixed ones with their error. Ten
// tolerances, and the work beside that of the best fixed step, belong to 'stiffbench check
// tolerances'.

#include "integrators/contract/registry.hpp"
#include "integrators/contract/tolerance.hpp"
#include "integrators/kernels/adaptive/step_control.hpp"
#include "integrators/tableaus/collocation.hpp"
#include "integrators/tableaus/explicit.hpp"
#include "integrators/tableaus/exponential.hpp"
#include "integrators/tableaus/nystrom.hpp"
#include "integrators/tableaus/rows.hpp"
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

bool applies(const std::string& name, const Problem& problem) {
  return IntegratorRegistry::instance().make(name)->why_not_applicable(problem).empty();
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

bool is_of(const std::string& name, Family family) {
  return IntegratorRegistry::instance().make(name)->facts().family == family;
}

/// A first step of 0 is the usual one.
Run run_adaptive(const Problem& problem, const std::string& name, double rtol, long spans = 1,
                 double initial_step = 0) {
  Settings settings{{"adaptive", true}, {"rtol", rtol}, {"initial_step", initial_step}};
  // Errors of phi functions at their default tolerance are those of steps at the least rtol.
  if (is_of(name, Family::exponential)) settings["tolerance"] = 1e-14;
  return run(problem, IntegratorRegistry::instance().make(name, settings), spans);
}

Run run_fixed(const Problem& problem, const std::string& name, long steps) {
  return run(problem, IntegratorRegistry::instance().make(name), steps);
}

/// Newton's errors of the default settings would add up to 3e-12.
State reference(const Problem& problem) {
  if (const auto exact = problem.exact(problem.end_time())) return *exact;
  const AnyIntegrator gauss = IntegratorRegistry::instance().make(
      "gauss6", {{"refactorize", std::string("always")}, {"tolerance", 1e-15}});
  return run(problem, gauss, 4000).end;
}

double error(const Problem& problem, const State& got, const State& expected) {
  return measure(problem, {{got}}, {{expected}}).energy_norm_relative;
}

/// The order of R(z); 0 where a method declares none.
int linear_order(const std::string& name) {
  const auto stability = IntegratorRegistry::instance().make(name)->stability();
  return stability ? stability->properties().linear_order : 0;
}

/// The order in h of the estimate of a row of a table, where it is lower than that of other methods
/// of its order; otherwise the order of the method.
int order_of_error(const std::string& name, int order) {
  const auto look = [&](const auto& row) {
    if (row.name == name && row.embedded.order > 0) order = order_of_estimate(row);
  };
  each_row(tableaus::exponential_rows, look);
  each_row(tableaus::collocation_rows, look);
  each_row(tableaus::explicit_rows, look);
  each_row(tableaus::nystrom_rows, look);
  return order;
}

/// Methods of high order take few steps, on which no order shows, unless the tolerance is small.
/// With an estimate of a much lower order they reach round-off at small tolerances.
using Tolerances = std::array<double, 3>;
constexpr Tolerances low_tolerances{1e-3, 1e-5, 1e-7}, middle_tolerances{1e-4, 1e-6, 1e-7},
    high_tolerances{1e-5, 1e-8, 1e-10};
Tolerances tolerances_for(const std::string& name, int order) {
  if (order <= 3) return low_tolerances;
  return order_of_error(name, order) < order ? middle_tolerances : high_tolerances;
}

/// Methods that reach round-off in tens of steps. Their orders appear to be higher on the way
/// there.
bool takes_few_steps(const std::string& name) {
  return name == "dop853" || name == "exprb53s3" || name == "pexprb54s4" || name == "radau_iia9" ||
         name == "rkn6";
}

struct Sweep {
  Tolerances tolerances;
  std::vector<double> errors = {}, steps = {}, rejected = {};
};

Sweep sweep(const Problem& problem, const std::string& name, const State& expected,
            const Tolerances& tolerances) {
  Sweep all{tolerances};
  for (const double rtol : tolerances) {
    const Run got = run_adaptive(problem, name, rtol);
    all.errors.push_back(error(problem, got.end, expected));
    all.steps.push_back(double(got.steps));
    all.rejected.push_back(double(got.rejected));
  }
  return all;
}

}  // namespace

TEST_CASE("the errors of chosen steps follow the tolerance, with the order of the method",
          "[adaptive]") {
  REQUIRE(adaptive_methods().size() >= 34);  // all of today
  for (const auto& problem : problems()) {
    const State expected = reference(*problem);
    for (const std::string& name : adaptive_methods()) {
      if (!applies(name, *problem)) continue;
      INFO(name << " on " << problem->name());
      const int order = IntegratorRegistry::instance().make(name)->order(*problem);
      const auto [tolerances, errors, steps, rejected] =
          sweep(*problem, name, expected, tolerances_for(name, order));
      for (std::size_t i = 0; i < tolerances.size(); ++i) {
        INFO("rtol " << tolerances[i] << ", " << steps[i] << " steps, error " << errors[i]);
        // A step's error is within the tolerance. Those of all steps add up, for methods that go on
        // with the lower order of their pair as rtol^(p/(p+1)).
        CHECK(errors[i] < 100 * std::pow(tolerances[i], 2. / 3));
        CHECK(rejected[i] <= 0.2 * steps[i] + 2);
      }
      const auto slope = [&](std::size_t from) {
        return std::log(errors[from] / errors[2]) / std::log(steps[2] / steps[from]);
      };
      // The parts of the error of an exponential method, and of an additive one, have different
      // signs, and nearly cancel in some runs. Of two slopes, therefore, one has to be above the
      // least and one below the largest.
      const bool cancels = is_of(name, Family::exponential) || is_of(name, Family::split);
      const double least = cancels ? std::max(slope(0), slope(1)) : slope(1),
                   largest = cancels ? std::min(slope(0), slope(1)) : slope(1);
      // Where the motion is nearly linear, the order is that of R(z), which may be higher
      // (rodas5p).
      const int most = std::max(order, linear_order(name));
      CHECK(least > order - 0.4);
      if (!takes_few_steps(name)) CHECK(largest < most + 0.4);
    }
  }
}

// A fixed run has as many steps as the chosen one has trials. Where its error is smaller by a
// factor c^p, p being the order, c times fewer fixed steps have the error of the chosen ones. Steps
// are counted here, and no work: an estimate may cost more.
TEST_CASE(
    "chosen steps are at most half more than equal ones of their error, rejected ones included",
    "[adaptive]") {
  for (const auto& problem : problems()) {
    const State expected = reference(*problem);
    for (const std::string& name : adaptive_methods()) {
      if (!applies(name, *problem)) continue;
      INFO(name << " on " << problem->name());
      const Run chosen = run_adaptive(*problem, name, 1e-6);
      const Run fixed = run_fixed(*problem, name, chosen.steps + chosen.rejected);
      const int order = IntegratorRegistry::instance().make(name)->order(*problem);
      const double more =
          std::pow(error(*problem, chosen.end, expected) / error(*problem, fixed.end, expected),
                   1.0 / order);
      // One misses the bound, with 1.502; whoever mends it takes it out here. Round-off changes the
      // number by less than 5%.
      const bool is_known_to_miss = name == "exprb32" && problem->name() == "forced_oscillator";
      INFO(more << " times");
      if (is_known_to_miss)
        CHECK(more == Approx(1.5).epsilon(0.05));
      else
        CHECK(more < 1.5);
    }
  }
}

TEST_CASE("a first step that is far too small or too large does no harm", "[adaptive]") {
  const auto problem = make("duffing_chain", {{"damping", 0.3}, {"end_time", 5.0}});
  const State expected = reference(*problem);
  constexpr double rtol = 1e-5;
  for (const std::string& name : adaptive_methods()) {
    if (!applies(name, *problem)) continue;
    const Run usual = run_adaptive(*problem, name, rtol);
    const double trials = double(usual.steps + usual.rejected),
                 mean = problem->end_time() / double(usual.steps),
                 largest_error = 3 * std::max(rtol, error(*problem, usual.end, expected));
    for (const double size : {1e-6 * mean, 1e-3 * mean, problem->end_time()}) {
      INFO(name << " with a first step of " << size / mean << " times the mean one");
      const Run got = run_adaptive(*problem, name, rtol, 1, size);
      CHECK(error(*problem, got.end, expected) < largest_error);
      // A control that changes a size by at most five in a trial needs log(c)/log(5) of them; twice
      // as many are allowed, and a fifth of all, since other sizes follow.
      const double wrong = std::max(size / mean, mean / size);
      CHECK(double(got.steps + got.rejected) <= trials * 1.2 + 2 * std::log(wrong) / std::log(5));
      if (size > mean) CHECK(got.rejected > usual.rejected);
    }
  }
}

TEST_CASE("chosen steps have equal errors with any number of outputs", "[adaptive]") {
  const auto undamped = make("duffing_chain", {{"end_time", 2.0}}),
             damped = make("duffing_chain", {{"damping", 0.3}, {"end_time", 2.0}});
  const State of_undamped = reference(*undamped), of_damped = reference(*damped);
  for (const std::string& name : adaptive_methods()) {
    INFO(name);
    const auto& problem = applies(name, *undamped) ? undamped : damped;
    const State& expected = problem == undamped ? of_undamped : of_damped;
    REQUIRE(applies(name, *problem));
    const double rtol = takes_few_steps(name) ? 1e-7 : 1e-6;
    const double one = error(*problem, run_adaptive(*problem, name, rtol).end, expected),
                 many = error(*problem, run_adaptive(*problem, name, rtol, 7).end, expected);
    CHECK(many < 2 * one);
    CHECK(many > 0.3 * one);
  }
}

}  // namespace conformance_tests
