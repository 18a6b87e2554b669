// A step that is repeated with another size evaluates nothing at its start again, and a step from a
// state that a driver has changed evaluates the force there.

#include "integrators/contract/registry.hpp"
#include "tests/integrators/tiny_problem.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

namespace repeated_steps_tests {

using namespace stiffbench;

namespace {

bool is_same(const State& a, const State& b) { return a.t == b.t && a.x == b.x && a.v == b.v; }

/// A tiny problem that keeps the states at which it was asked for forces and their derivatives.
class Recorded final : public Problem {
 public:
  explicit Recorded(TinyProblem::Parts parts) : inner_(parts) {}

  State start() const override { return inner_.start(); }
  const Mass& mass() const override { return inner_.mass(); }
  ProblemTraits traits() const override { return inner_.traits(); }
  void force(const State& u, Vec& f) const override {
    forces_.push_back(u);
    inner_.force(u, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    inner_.jacobian_times(u, dx, dv, df);
  }
  void stiffness(const State& u, Mat& K) const override {
    stiffnesses_.push_back(u);
    inner_.stiffness(u, K);
  }
  void damping(const State& u, Mat& D) const override {
    dampings_.push_back(u);
    inner_.damping(u, D);
  }
  void time_derivative(const State& u, Vec& dfdt) const override {
    rates_.push_back(u);
    inner_.time_derivative(u, dfdt);
  }
  const Mat& linear_stiffness() const override { return inner_.linear_stiffness(); }
  void load(double t, Vec& f) const override { inner_.load(t, f); }
  double potential(const State& u) const override { return inner_.potential(u); }
  double default_end_time() const override { return inner_.default_end_time(); }

  bool has_force_at(double t, const Vec& x) const {
    return std::ranges::any_of(forces_, [&](const State& u) { return u.t == t && u.x == x; });
  }
  /// The forces, K, D and df/dt that repeat an earlier one.
  long repeated_forces() const { return repetitions(forces_); }
  long repeated_derivatives() const {
    return repetitions(stiffnesses_) + repetitions(dampings_) + repetitions(rates_);
  }

 private:
  static long repetitions(const std::vector<State>& states) {
    long count = 0;
    for (auto one = states.begin(); one != states.end(); ++one)
      count += std::any_of(states.begin(), one, [&](const State& s) { return is_same(s, *one); });
    return count;
  }

  TinyProblem inner_;
  mutable std::vector<State> forces_, stiffnesses_, dampings_, rates_;
};

std::vector<AnyIntegrator> adaptive_methods() {
  std::vector<AnyIntegrator> all;
  for (const auto& method : IntegratorRegistry::instance().all()) {
    const auto parameters = method->parameters();
    if (method->facts().library.empty() &&
        std::ranges::any_of(parameters, [](const auto& p) { return p.name == "adaptive"; }))
      all.push_back(IntegratorRegistry::instance().make(
          method->facts().name, {{"adaptive", true}, {"rtol", 1e-5}, {"initial_step", 4.0}}));
  }
  return all;
}

}  // namespace

TEST_CASE("no repeated step evaluates forces or derivatives at its start again", "[adaptive]") {
  const TinyProblem::Parts undamped{.cubic = 1}, damped{.cubic = 1, .damping = 0.3, .load = 1};
  for (AnyIntegrator& method : adaptive_methods())
    for (const auto& parts : {undamped, damped}) {
      const Recorded problem(parts);
      if (!method->why_not_applicable(problem).empty()) continue;
      INFO(method->facts().name << (parts.damping > 0 ? ", damped" : ", undamped"));
      const CountedProblem counted(problem);
      method->init(counted, 4);
      State u = problem.start();
      REQUIRE(method->step(u).ok());
      REQUIRE(std::get<long>(method->reported().at("rejected_steps")) > 0);
      CHECK(problem.repeated_forces() == 0);
      CHECK(problem.repeated_derivatives() == 0);
    }
}

TEST_CASE("a step from a state that a driver has changed evaluates the force there") {
  // Their first evaluation is at the start of a step.
  for (const char* name : {"dopri5", "bogacki_shampine", "dop853", "rkn6", "rodas5p", "ros3pl",
                           "exprb2", "exprb43", "tr_bdf2", "ark436l2sa", "rkc2"})
    for (const bool adaptive : {true, false}) {
      INFO(name << (adaptive ? ", chosen steps" : ", fixed steps"));
      const Recorded problem({.cubic = 1, .damping = std::string(name) == "rkc2" ? 0.3 : 0});
      AnyIntegrator method = IntegratorRegistry::instance().make(
          name, adaptive ? Settings{{"adaptive", true}, {"rtol", 1e-5}} : Settings{});
      const CountedProblem counted(problem);
      method->init(counted, 0.1);
      State u = problem.start();
      REQUIRE(method->step(u).ok());
      u.x *= 0.99;
      const double t = u.t;
      const Vec x = u.x;
      CHECK_FALSE(problem.has_force_at(t, x));
      REQUIRE(method->step(u).ok());
      CHECK(problem.has_force_at(t, x));
    }
}

}  // namespace repeated_steps_tests
