// Faults planted into a sound method, one at a time, and what a comparison of real runs says.

#include "harness/checks/baseline.hpp"
#include "harness/records/compare/report.hpp"
#include "harness/run/run.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

namespace planted_faults_tests {

using namespace stiffbench;

namespace {

enum class Fault { none, coefficient, error_constant, damping, force, drift };
Fault fault = Fault::none;  // the children in which runs take place inherit it

/// A Runge-Kutta method with three stages and R(z) = 1 + z + z^2/2 + a z^3/2: of order 2, with the
/// error constant (a - 1/3)/2, and an energy that grows in proportion to |1/4 - a|.
class Planted {
 public:
  Facts facts() const {
    return {.name = "test_planted",
            .title = "a test's own",
            .doi = "",
            .family = Family::other,
            .stages = 3};
  }
  int order(const Problem&) const { return 2; }
  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
  }
  Outcome step(State& u) {
    const double a = fault == Fault::error_constant ? 0
                     : fault == Fault::drift        ? -7.0 / 12
                                                    : 1.0 / 6;
    const double weight = fault == Fault::coefficient ? 1.00001 : 1;
    const State second = advanced(u, u, a * h_), third = advanced(u, second, h_ / 2);
    u = advanced(u, third, weight * h_);
    return {};
  }

 private:
  /// The state u + span F(at), where F is the right-hand side of the first-order system.
  State advanced(const State& u, State at, double span) {
    const Vec velocity = at.v;
    if (fault == Fault::damping) at.v.setZero();
    Vec f, acceleration;
    for (int calls = fault == Fault::force ? 2 : 1; calls > 0; --calls) problem_->force(at, f);
    problem_->mass().solve(f, acceleration);
    return {u.t + span, u.x + span * velocity, u.v + span * acceleration};
  }
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
};

const bool enrolled = enrol(Planted{});

std::vector<Record> records_with(Fault planted) {
  fault = planted;
  std::vector<Record> records;
  for (const char* name : {"damped_oscillator", "oscillator"}) {
    const std::shared_ptr<const Problem> problem =
        ProblemRegistry::instance().make(name, {{"omega", 3.0}, {"end_time", 2.0}});
    const Judge judge(*problem, {.with_reference = false});
    for (const long count : {100, 200}) {
      const RunPlan plan =
          make_plan(problem, {.integrator = "test_planted", .count = count, .repeats = 0});
      Run run(plan, name, judge);
      while (!run.finished()) run.advance({});
      records.push_back(run.record());
    }
  }
  fault = Fault::none;
  return records;
}

std::set<std::string> worse(const Comparison& comparison) {
  std::set<std::string> all;
  for (const MethodChange& one : method_changes(comparison, Verdict::worse)) {
    const std::string& label = one.method->problem;  // with parameters
    all.insert(name_of(one.quantity) + " of " + label.substr(0, label.find(" (")));
  }
  return all;
}

/// "error of damped_oscillator" for all that is worse than without the fault, by the tolerances of
/// a baseline. By those of one build, as much or more is worse.
std::set<std::string> reported(Fault planted) {
  const auto sound = records_with(Fault::none), faulty = records_with(planted);
  std::vector<Record> baseline;
  for (const Record& record : sound) baseline.push_back(compact(record));
  const auto across = worse(compare_records(baseline, faulty, other_build)),
             within = worse(compare_records(sound, faulty, equality));
  CHECK(std::includes(within.begin(), within.end(), across.begin(), across.end()));
  CHECK(within.empty() == (planted == Fault::none));
  return across;
}

}  // namespace

TEST_CASE("a sound method is as it was") { CHECK(reported(Fault::none).empty()); }

TEST_CASE("a coefficient that is wrong in its sixth digit is reported") {
  CHECK(reported(Fault::coefficient).contains("error of oscillator"));
}

TEST_CASE("twice the error at the same order is reported, and its order is not") {
  const auto all = reported(Fault::error_constant);
  CHECK(all.contains("error of damped_oscillator"));
  CHECK(all.contains("error of oscillator"));
  CHECK_FALSE(all.contains("order of damped_oscillator"));
  CHECK_FALSE(all.contains("work of damped_oscillator"));
  const auto sound = records_with(Fault::none), faulty = records_with(Fault::error_constant);
  const auto error = [](const Record& record) {
    return record.result.error->measures.energy_norm_relative;
  };
  CHECK(error(faulty[3]) / error(sound[3]) == Approx(2).epsilon(0.01));
}

TEST_CASE("a dropped damping term is reported where there is damping") {
  const auto all = reported(Fault::damping);
  CHECK(all.contains("error of damped_oscillator"));
  CHECK(all.contains("order of damped_oscillator"));
  CHECK_FALSE(all.contains("error of oscillator"));
}

TEST_CASE("a force that is evaluated twice is reported, and its error is not") {
  CHECK(reported(Fault::force) ==
        std::set<std::string>{"work of damped_oscillator", "work of oscillator"});
}

TEST_CASE("ten times the energy drift is reported") {
  CHECK(reported(Fault::drift).contains("drift of oscillator"));
  const auto sound = records_with(Fault::none), faulty = records_with(Fault::drift);
  CHECK(faulty[3].result.energy->max_drift / sound[3].result.energy->max_drift ==
        Approx(10).epsilon(0.05));
}

}  // namespace planted_faults_tests
