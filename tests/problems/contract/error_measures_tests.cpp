#include "base/error.hpp"
#include "problems/contract/error_measures.hpp"
#include "problems/contract/problem_hash.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace error_measures_tests {

using namespace stiffbench;

namespace {

std::unique_ptr<Problem> oscillator(const Settings& settings = {}) {
  return ProblemRegistry::instance().make("oscillator", settings);
}

State state(double t, double x, double v) { return {t, Vec::Constant(1, x), Vec::Constant(1, v)}; }

/// An oscillator whose force is a little off.
class Scaled final : public Problem {
 public:
  Scaled(const Problem& inner, double factor) : inner_(inner), factor_(factor) {}
  State start() const override { return inner_.start(); }
  const Mass& mass() const override { return inner_.mass(); }
  ProblemTraits traits() const override { return inner_.traits(); }
  void force(const State& u, Vec& f) const override {
    inner_.force(u, f);
    f *= factor_;
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    inner_.jacobian_times(u, dx, dv, df);
  }
  void stiffness(const State& u, Mat& K) const override { inner_.stiffness(u, K); }
  const Mat& linear_stiffness() const override { return inner_.linear_stiffness(); }
  double potential(const State& u) const override { return inner_.potential(u); }
  double default_end_time() const override { return inner_.default_end_time(); }

 private:
  const Problem& inner_;
  double factor_;
};

}  // namespace

TEST_CASE("error measures of numbers worked out by hand") {
  const auto problem = oscillator({{"mass", 2.0}, {"omega", 3.0}});  // K0 = 18, M = 2
  const std::vector<State> truth = {state(1, 3, 1), state(2, 4, 2)};
  const std::vector<State> got = {state(1, 3.5, 1), state(2, 4.25, 1.5)};
  const ErrorMeasures e = measure(*problem, got, truth);
  CHECK(e.position_max == 0.5);
  CHECK(e.velocity_max == 0.5);
  CHECK(e.position_l2_relative == Approx(std::sqrt(0.3125 / 25)));
  CHECK(e.velocity_l2_relative == Approx(std::sqrt(0.25 / 5)));
  CHECK(e.state_max == 0.5);
  CHECK(e.energy_norm_relative == Approx(std::sqrt((18 * 0.0625 + 2 * 0.25) / (18 * 16 + 2 * 4))));
}

TEST_CASE("relative measures against nothing, not-a-number, and missing checkpoints") {
  const auto problem = oscillator();
  const std::vector<State> zero = {state(1, 0, 0)}, one = {state(1, 1, 0)},
                           nan = {state(1, NAN, 0)};
  CHECK(measure(*problem, zero, zero).energy_norm_relative == 0);
  CHECK(measure(*problem, one, zero).energy_norm_relative == INFINITY);
  CHECK(measure(*problem, one, zero).velocity_l2_relative == 0);
  CHECK(std::isnan(measure(*problem, nan, one).position_max));
  CHECK(std::isnan(measure(*problem, nan, one).state_max));
  CHECK_THROWS_WITH(measure(*problem, {}, one), Catch::Contains("same checkpoints"));
  CHECK_THROWS_AS(measure(*problem, {}, {}), Error);
}

TEST_CASE("a problem's hash follows everything that it computes") {
  const std::string hash = problem_hash(*oscillator());
  CHECK(hash.size() == 32);
  CHECK(problem_hash(*oscillator()) == hash);
  CHECK(problem_hash(*oscillator({{"omega", std::nextafter(1, 2)}})) != hash);
  CHECK(problem_hash(*oscillator({{"end_time", 11.0}})) != hash);
  CHECK(problem_hash(*oscillator({{"v0", 1e-3}})) != hash);
}

TEST_CASE("a problem's hash sees a change of its code, and not of its rounding") {
  const auto inner = oscillator();
  const std::string hash = problem_hash(Scaled(*inner, 1));
  CHECK(problem_hash(Scaled(*inner, 1 + 1e-15)) == hash);
  CHECK(problem_hash(Scaled(*inner, 1 + 1e-6)) != hash);
  CHECK(problem_hash(Scaled(*inner, 2)) != hash);
}

}  // namespace error_measures_tests
