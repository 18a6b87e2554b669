#include "harness/checks/orders.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

/// A Runge-Kutta method of order 2 that declares another order.
template <int declared>
class FalseOrder {
 public:
  Facts facts() const {
    return {.name = declared == 1 ? "test_order_too_low" : "test_order_too_high",
            .title = "a test's own",
            .doi = "",
            .stages = 2};
  }
  int order(const Problem&) const { return declared; }
  std::string unfit(const Problem&) const { return ""; }
  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
  }
  Outcome step(State& u) {
    Vec f, a, b;
    problem_->force(u, f);
    problem_->mass().solve(f, a);
    const State middle{u.t + h_ / 2, u.x + h_ / 2 * u.v, u.v + h_ / 2 * a};
    problem_->force(middle, f);
    problem_->mass().solve(f, b);
    u = {u.t + h_, u.x + h_ * middle.v, u.v + h_ * b};
    return {};
  }

 private:
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
};

const bool enrolled = enrol(FalseOrder<1>{}) && enrol(FalseOrder<3>{});

OrderFit measure(int declared, const std::function<double(double)>& error_at) {
  const auto error_of = [&](long count) { return error_at(2.0 / static_cast<double>(count)); };
  return measure_order(2, declared, error_of).fit;
}

}  // namespace

TEST_CASE("a clean order is found, whatever it is") {
  for (int order : {1, 2, 4, 8}) {
    INFO(order);
    const OrderFit fit = measure(order, [&](double h) { return 3 * std::pow(h, order); });
    CHECK(fit.order == Approx(order).margin(1e-6));
    CHECK(fit.points == 6);
    CHECK_FALSE(is_miss(order, fit));
  }
}

TEST_CASE("the pre-asymptotic zone and the floor are left out") {
  const auto rough = [](double h) {
    const double coarse = h > 0.02 ? 0.05 : 0;  // does not converge with larger steps
    return coarse + 10 * std::pow(h, 3) * (1 + 20 * h) + 2e-9 * (1 + 0.3 * std::sin(1 / h));
  };
  const OrderFit fit = measure(3, rough);
  CHECK(fit.order == Approx(3).margin(0.15));
  CHECK_FALSE(is_miss(3, fit));
}

TEST_CASE("an order that shows at small steps only is found behind a higher one") {
  const auto two_terms = [](double h) { return 3e4 * std::pow(h, 4) + 30 * std::pow(h, 3); };
  CHECK_FALSE(is_miss(3, measure(3, two_terms)));
}

TEST_CASE(
    "an order that round-off hides is neither proven nor missed, one that is too high is missed") {
  const auto errors = [](double tail) {
    return [tail](long count) -> std::optional<double> {
      const double h = 2.0 / static_cast<double>(count), noise = count % 3 == 0 ? 4e-13 : 6e-14;
      return 300 * std::pow(h, 4) + tail * std::pow(h, 3) + noise;
    };
  };
  CHECK(measure_order(2, 3, errors(1e-4)).hidden);
  CHECK_FALSE(measure_order(2, 3, errors(10)).hidden);
  CHECK_FALSE(measure_order(2, 4, errors(0)).hidden);
}

TEST_CASE("a method as good as its reference as soon as it runs is neither proven nor missed") {
  // A method that is unstable with fewer than 1000 steps; the error of the reference is 1e-9.
  const auto errors = [](double scale, double scatter = 1) {
    return [=](long count) -> std::optional<double> {
      if (count < 1000) return std::nullopt;
      const bool power_of_two = (count & (count - 1)) == 0;  // every other one
      return scale * std::pow(2.0 / static_cast<double>(count), 4) * (power_of_two ? scatter : 1) +
             1e-9;
    };
  };
  CHECK(measure_order(2, 4, errors(10), 1e-9).at_floor);
  CHECK_FALSE(measure_order(2, 4, errors(1e8), 1e-9).at_floor);
  CHECK_FALSE(is_miss(4, measure_order(2, 4, errors(1e8), 1e-9).fit));
  CHECK_FALSE(measure_order(2, 4, errors(10), 0).at_floor);  // errors that do not converge
  // Four errors above the floor count if they lie on a line. Eight errors must lie on a line.
  CHECK(measure_order(2, 4, errors(1e5), 1e-9).fit.points == 4);
  CHECK_FALSE(measure_order(2, 4, errors(1e5), 1e-9).scattered);
  CHECK(measure_order(2, 4, errors(1e5, 5), 1e-9).scattered);
  CHECK_FALSE(measure_order(2, 4, errors(1e5, 5), 1e-9).at_floor);
  CHECK_FALSE(measure_order(2, 4, errors(3e7, 5), 1e-9).scattered);
  CHECK(is_miss(4, measure_order(2, 4, errors(3e7, 5), 1e-9).fit));
}

TEST_CASE("a method that never runs on a problem of the user's is neither proven nor missed") {
  const auto end = test::run_program(
      "check orders --problem oscillator --set problem.omega=1e6 --integrator rk4");
  INFO(end.out << end.err);
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Contains("not resolvable: no run ended well") &&
                          Contains("0 orders measured, 0 missed"));
}

TEST_CASE("RK4 and a second-order method have their orders on a brush of 4 by 4 bristles") {
  const auto end = test::run_program(
      "check orders --problem toothbrush --set problem.end_time=0.02 --digits 12 "
      "--integrator rk4 --integrator velocity_verlet");
  INFO(end.out << end.err);
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Contains("2 orders measured, 0 missed"));
}

TEST_CASE("an order is missed from either side, and when nothing is proven") {
  CHECK_FALSE(is_miss(2, {1.85, 0.1, 6}));
  CHECK_FALSE(is_miss(2, {2.15, 0.1, 6}));
  CHECK(is_miss(2, {1.75, 0.1, 6}));
  CHECK(is_miss(2, {2.25, 0.1, 6}));
  CHECK(is_miss(2, {2.0, 0.5, 6}));
  CHECK(is_miss(2, measure(2, [](double) { return 0.5; })));   // it does not converge
  CHECK(is_miss(2, measure(2, [](double) { return 1e-9; })));  // nor does this
}

TEST_CASE("an integrator that declares too low or too high an order is caught") {
  for (auto* name : {"test_order_too_low", "test_order_too_high"}) {
    bool missed = false;
    for (auto& check : check_orders({name}, [](auto&) {}))
      if (check.skip_reason.empty()) {
        CHECK(check.missed);
        CHECK(check.fit.order == Approx(2).margin(0.2));
        missed = true;
      }
    CHECK(missed);
  }
}

TEST_CASE("every integrator has the orders that it declares") {
  const auto end = test::run_program("check orders");
  INFO(end.out);
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Contains("velocity_verlet") && Contains(" 0 missed"));
}

TEST_CASE("checking an unknown integrator is refused") {
  const auto end = test::run_program("check orders --integrator velocity_varlet");
  CHECK(end.status == 2);
  CHECK_THAT(end.err, Contains("did you mean velocity_verlet?"));
}
