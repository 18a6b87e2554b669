// The check of chosen steps: methods that must stand do, numbers agree with theory on both sides,
// and faults planted into a sound method are seen, each by its own requirement.

#include "base/error.hpp"
#include "harness/checks/tolerances/known_misses.hpp"
#include "harness/cli/commands/check/tolerance_lines.hpp"
#include "harness/io/schema.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/kernels/adaptive/step_control.hpp"
#include "tests/harness/checks/row_at_edges.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>

namespace tolerances_tests {

using namespace stiffbench;
using namespace stiffbench::tolerances;
using Catch::Matchers::Contains;
using test::row_at_edges;

namespace {

enum class Fault {
  none,
  small_estimate,
  large_estimate,
  deaf,
  uncontrolled_first,
  twice,
  no_one_span
};
Fault fault = Fault::none;  // the children in which runs take place inherit it

/// Bogacki and Shampine's pair of orders 3 and 2 (DOI 10.1016/0893-9659(89)90079-7) with the step
/// control of all methods, and one fault.
class PlantedSteps {
 public:
  Facts facts() const {
    return {.name = "test_planted_steps",
            .title = "a test's own",
            .doi = "",
            .family = Family::other,
            .stages = 4};
  }
  int order(const Problem&) const { return 3; }
  static void parameters(auto& self, auto&& parameter) {
    StepControl::parameters(self.control_, parameter);
  }
  bool adaptive() const { return control_.adaptive(); }
  long steps_taken() const { return control_.steps_taken(); }
  Settings reported() const { return control_.reported(); }
  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    is_first_ = true;
    constexpr int order_of_estimate = 3;
    if (adaptive()) control_.init(problem, order_of_estimate, false);
  }
  Outcome step(State& u) {
    State ignored;
    if (fault == Fault::no_one_span && h_ > longest_of_four)
      return {Status::singular, "a planted failure"};
    if (!adaptive()) return advance(h_, u, ignored);
    return control_.advance(
        u, h_, [this](double size, State& next, State& error) { return trial(size, next, error); });
  }

 private:
  Outcome trial(double size, State& next, State& error) {
    if (fault == Fault::twice) {
      State again = next;
      advance(size, again, error);
    }
    const Outcome outcome = advance(size, next, error);
    const double factor = factor_of_estimate();
    error.x *= factor;
    error.v *= factor;
    is_first_ = false;
    return outcome;
  }
  double factor_of_estimate() const {
    switch (fault) {
      case Fault::small_estimate:
        return 1e-6;
      case Fault::large_estimate:
        return 1e6;
      case Fault::deaf:  // as if rtol were 1e-4
        return std::get<double>(collect_settings(control_).at(tolerance_parameter)) / 1e-4;
      case Fault::uncontrolled_first:
        return is_first_ ? 0 : 1;
      default:
        return 1;
    }
  }
  Outcome advance(double h, State& u, State& error) const {
    const State first = slope(u), second = slope(moved(u, h / 2, first)),
                third = slope(moved(u, 3 * h / 4, second));
    State end = moved(moved(moved(u, 2 * h / 9, first), h / 3, second), 4 * h / 9, third);
    end.t = u.t + h;
    const State fourth = slope(end);
    error.x = h * (-5. / 72 * first.x + second.x / 12 + third.x / 9 - fourth.x / 8);
    error.v = h * (-5. / 72 * first.v + second.v / 12 + third.v / 9 - fourth.v / 8);
    u = end;
    return {};
  }
  /// The right-hand side of the first-order system.
  State slope(const State& u) const {
    Vec force, acceleration;
    problem_->force(u, force);
    problem_->mass().solve(force, acceleration);
    return {u.t, u.v, acceleration};
  }
  static State moved(const State& u, double span, const State& rate) {
    return {u.t + span, u.x + span * rate.x, u.v + span * rate.v};
  }

  static constexpr double longest_of_four = 2;  // spans of duffing_chain's motion of 5 s

  StepControl control_;
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool is_first_ = true;
};

const bool enrolled = enrol(PlantedSteps{});

std::vector<ToleranceCheck> checks_of(const std::vector<std::string>& integrators,
                                      const std::vector<std::string>& problems) {
  return check_tolerances({.integrators = integrators, .problems = problems}, [](auto&) {});
}

ToleranceCheck check_with(Fault planted) {
  fault = planted;
  auto checks = checks_of({"test_planted_steps"}, {"duffing_chain"});
  fault = Fault::none;
  return checks.at(0);
}

std::vector<Requirement> missed_by(ToleranceCheck row) {
  judge(row);
  return row.missed;
}

}  // namespace

TEST_CASE("methods that must stand meet every bound on the five problems", "[adaptive]") {
  const auto names = methods_that_must_stand();
  for (const char* name : {"rodas4", "rodas5p", "ros3pl", "ros3prl2"})
    CHECK(std::ranges::count(names, name) == 1);
  const auto checks = checks_of(names, {});
  REQUIRE(checks.size() == 5 * names.size());
  for (const ToleranceCheck& check : checks) {
    INFO(check.integrator << " on " << check.problem << ": per step " << check.largest_per_step
                          << ", slope " << check.slope << ", first "
                          << check.largest_trials_after_first << ", cost " << check.median_effort
                          << " " << check.reason);
    CHECK(check.is_measured());
    CHECK(check.missed.empty());
    CHECK(std::isfinite(check.slope));
    CHECK(std::isfinite(check.median_effort));
    CHECK(std::isfinite(check.largest_trials_after_first));
    CHECK(check.runs.size() == all_rtols.size());
    CHECK(check.other_firsts.size() == 3);
  }
}

TEST_CASE("errors follow the tolerance with the orders of a method and of its estimate",
          "[adaptive]") {
  struct Case {
    std::string name;
    double slope;  // the order over that of the estimate in h
    double margin, least_ratio, largest_ratio;
  };
  for (const Case& one : {Case{"dopri5", 1, 0.1, 0.5, 20},
                          {"bogacki_shampine", 1, 0.1, 2, 100},
                          {"tr_bdf2", 2. / 3, 0.08, 200, 2e4},
                          {"radau_iia5", 5. / 4, 0.15, 3e-3, 1}}) {
    const ToleranceCheck check = checks_of({one.name}, {"duffing_chain"}).at(0);
    INFO(one.name << ": slope " << check.slope << ", error over rtol " << check.largest_ratio);
    CHECK(check.slope == Approx(one.slope).margin(one.margin));
    CHECK(check.largest_ratio > one.least_ratio);
    CHECK(check.largest_ratio < one.largest_ratio);
    CHECK_FALSE(check.misses(Requirement::error));
    CHECK_FALSE(check.misses(Requirement::slope));
    CHECK_FALSE(check.misses(Requirement::first_step));
  }
}

TEST_CASE("a sound method meets every bound, and each planted fault misses its own", "[adaptive]") {
  const ToleranceCheck sound = check_with(Fault::none);
  INFO("per step " << sound.largest_per_step << ", slope " << sound.slope << ", first "
                   << sound.largest_trials_after_first << ", cost " << sound.median_effort);
  REQUIRE(sound.is_measured());
  CHECK(sound.missed.empty());

  const ToleranceCheck small = check_with(Fault::small_estimate);
  CHECK(small.misses(Requirement::error));
  const ToleranceCheck large = check_with(Fault::large_estimate);
  CHECK(large.misses(Requirement::error));
  CHECK(large.largest_ratio < 1e-3);
  CHECK_FALSE(large.runs.back().end.ok());  // it would take a million steps
  CHECK_THAT(large.runs.back().end.reason, Contains("not run: ") && Contains("budget is 1e+05"));
  const ToleranceCheck deaf = check_with(Fault::deaf);
  CHECK(deaf.misses(Requirement::slope));
  CHECK(std::abs(deaf.slope) < 0.1);
  const ToleranceCheck uncontrolled = check_with(Fault::uncontrolled_first);
  CHECK(uncontrolled.missed == std::vector{Requirement::first_step});
  const ToleranceCheck no_span = check_with(Fault::no_one_span);
  CHECK(no_span.missed == std::vector{Requirement::first_step});
  REQUIRE(no_span.usual_first);
  CHECK(no_span.usual_first->status == Status::singular);
  CHECK(no_span.other_firsts.empty());
  CHECK_THAT(reason_lines(no_span),
             Contains("in one span: singular") && Contains("a planted failure"));
  CHECK_THAT(row_line(no_span), Contains("MISS") && Contains("fail!"));
  const ToleranceCheck twice = check_with(Fault::twice);
  CHECK(twice.missed == std::vector{Requirement::effort});
  CHECK(twice.median_effort == Approx(2 * sound.median_effort).epsilon(0.05));
}

TEST_CASE("a planted fault is a new miss, and fails the check") {
  CHECK_FALSE(Counts({check_with(Fault::none)}).fails());
  const Counts counts({check_with(Fault::twice)});
  CHECK(counts.new_misses ==
        std::vector<Miss>{{"test_planted_steps", "duffing_chain", Requirement::effort}});
  CHECK(counts.fails());
  CHECK_THAT(count_lines(counts), Contains("misses that are not known: 1\n  test_planted_steps on "
                                           "duffing_chain: effort\n"));
}

TEST_CASE("numbers within their bounds stand, and each one beyond its bound misses") {
  CHECK(missed_by(row_at_edges()).empty());
  const auto miss = [](Requirement one) { return std::vector{one}; };
  auto row = row_at_edges();
  row.runs[1].end.error *= 1.1;
  CHECK(missed_by(row) == miss(Requirement::error));
  row = row_at_edges();
  row.runs[0].end.status = Status::diverged;
  CHECK(missed_by(row) == miss(Requirement::error));
  row = row_at_edges();
  for (auto& [rtol, end] : row.runs) end.error = 0.9 * bounds.least_error * rtol;
  CHECK(missed_by(row) == miss(Requirement::error));
  row = row_at_edges();
  for (auto& [rtol, end] : row.runs) end.error = 0.9e-4 * std::pow(rtol / 1e-7, 0.3);
  CHECK(missed_by(row) == miss(Requirement::slope));
  row = row_at_edges();
  row.other_firsts[0].end.work.force += 30;
  CHECK(missed_by(row) == miss(Requirement::first_step));
  row = row_at_edges();
  row.other_firsts[0].end.error *= 1.1;
  CHECK(missed_by(row) == miss(Requirement::first_step));
  row = row_at_edges();
  row.other_firsts[0].end.status = Status::diverged;
  CHECK(missed_by(row) == miss(Requirement::first_step));
  row = row_at_edges();
  row.usual_first->status = Status::diverged;
  CHECK(missed_by(row) == miss(Requirement::first_step));
  row = row_at_edges();
  row.other_firsts.clear();
  CHECK(missed_by(row) == miss(Requirement::first_step));
  row = row_at_edges();
  row.efforts[1].ratio *= 1.1;
  CHECK(missed_by(row) == miss(Requirement::effort));
}

TEST_CASE("what is not measured misses nothing: runs beyond the budget, errors below the floor") {
  auto row = row_at_edges();
  row.runs[2].end = {.reason = "not run: 2e+05 steps are expected"};
  row.efforts.pop_back();
  row.usual_first.reset();
  row.other_firsts.clear();
  CHECK(missed_by(row).empty());
  judge(row);
  CHECK(std::isnan(row.slope));
  CHECK(std::isnan(row.median_effort));
  CHECK_FALSE(row.is_complete());
  CHECK_THAT(reason_lines(row), Contains("no slope: 2 errors") && Contains("no cost: 2 errors"));
  CHECK_THAT(row_line(row), Contains("part"));
  const Counts counts({row});
  CHECK(counts.stand == 0);
  CHECK(counts.miss == 0);
  CHECK(counts.incomplete == 1);
  CHECK(counts.broken == 0);
  row.integrator = "rodas5p";
  CHECK(Counts({row}).broken == 1);
  row.has_fixed_steps = false;
  CHECK_THAT(reason_lines(row), Contains("no cost: the method has no steps of fixed size"));
  for (auto& [rtol, end] : row.runs) end.error = 1e-15;
  CHECK(missed_by(row).empty());
}

TEST_CASE("a problem out of scope, and a check that is stopped, cost their rows") {
  const auto outside = checks_of({"rkc2"}, {"fput"});
  CHECK(outside.at(0).status == Status::ok);
  CHECK_FALSE(outside.at(0).is_measured());
  CHECK(outside.at(0).missed.empty());
  const auto stopped = check_tolerances(
      {.integrators = {"rock2"}, .problems = {"duffing_chain"}, .limits = {.timeout = 0.05}},
      [](auto&) {});
  CHECK(stopped.at(0).status == Status::timeout);
  CHECK_FALSE(stopped.at(0).is_measured());
}

TEST_CASE("unknown problems, and methods without a tolerance, are refused") {
  CHECK_THROWS_WITH(checks_of({"rodas5p"}, {"fputt"}),
                    Contains("the problems of this check are forced_oscillator, duffing_chain"));
  CHECK_THROWS_WITH(checks_of({"rk4"}, {}), Contains("'rk4'") && Contains("check orders"));
  CHECK_THROWS_AS(checks_of({"rodas5q"}, {}), Error);
  const auto end = test::run_program("check tolerances --methods 'nothing*'");
  CHECK(end.status == 2);
  CHECK_THAT(end.err, Contains("--methods"));
}

TEST_CASE("all methods with a tolerance are checked, those of other libraries on request") {
  const auto own = methods_with_tolerance(false), all = methods_with_tolerance(true);
  for (const char* name : {"tr_bdf2", "newmark", "exprb43", "radau_iia5", "rock4"})
    CHECK(std::ranges::count(own, name) == 1);
  for (const char* name : {"cvode_bdf", "odeint_dopri5"}) {
    CHECK(std::ranges::count(own, name) == 0);
    CHECK(std::ranges::count(all, name) == 1);
  }
  CHECK(std::ranges::count(all, "rk4") == 0);
}

TEST_CASE("tolerances are one JSON document, which says what the table says") {
  const std::string command = "check tolerances --methods rodas5p rkc2 --problems fput";
  const auto end = test::run_program(command + " --json");
  INFO(end.out << end.err);
  REQUIRE(end.status == 0);
  const Json document = Json::parse(end.out);
  CHECK_NOTHROW(validate(document, "tolerances", "the tolerances"));
  Json without_hash = document;
  without_hash["environment"].erase("hash");  // a part of another schema asks for it
  CHECK_THROWS_WITH(validate(without_hash, "tolerances", "the tolerances"),
                    Contains("environment"));
  CHECK(document["summary"]["stand"] == 1);
  CHECK(document["summary"]["not_applicable"] == 1);
  CHECK(document["known_misses"].size() == known_misses().size());
  CHECK(document["new_misses"].empty());
  CHECK(document["mended_misses"].empty());
  REQUIRE(document["checks"].size() == 2);
  const Json& sound = document["checks"][1];
  CHECK(sound["integrator"] == "rodas5p");
  CHECK(sound["runs"].size() == all_rtols.size());
  for (const Json& check : document["checks"])
    CHECK(to_json(tolerance_check_from_json(check)) == check);

  const auto table = test::run_program(command);
  CHECK(table.status == 0);
  CHECK_THAT(table.out, Contains("fput: stiff springs") && Contains("rows: 1 stand, 0 miss") &&
                            Contains("1 out of scope"));
  std::stringstream lines(table.out);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
}

}  // namespace tolerances_tests
