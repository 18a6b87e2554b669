#include "harness/orders.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace stiffbench;
using Catch::Matchers::Contains;

namespace {

/// Runge-Kutta's second order under a false flag.
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

OrderFit measure(const std::function<double(double)>& error_at) {
  return measure_order(2, [&](long count) { return error_at(2.0 / static_cast<double>(count)); })
      .fit;
}

}  // namespace

TEST_CASE("a clean order is found, whatever it is") {
  for (int order : {1, 2, 4, 8}) {
    INFO(order);
    const OrderFit fit = measure([&](double h) { return 3 * std::pow(h, order); });
    CHECK(fit.order == Approx(order).margin(1e-6));
    CHECK(fit.points == 6);
    CHECK_FALSE(is_miss(order, fit));
  }
}

TEST_CASE("the pre-asymptotic zone and the floor are left out") {
  const auto rough = [](double h) {
    const double coarse = h > 0.02 ? 0.05 : 0;  // stuck until the step resolves something
    return coarse + 10 * std::pow(h, 3) * (1 + 20 * h) + 2e-9 * (1 + 0.3 * std::sin(1 / h));
  };
  const OrderFit fit = measure(rough);
  CHECK(fit.order == Approx(3).margin(0.15));
  CHECK_FALSE(is_miss(3, fit));
}

TEST_CASE("an order is missed from either side, and when nothing is proven") {
  CHECK_FALSE(is_miss(2, {1.85, 0.1, 6}));
  CHECK_FALSE(is_miss(2, {2.15, 0.1, 6}));
  CHECK(is_miss(2, {1.75, 0.1, 6}));
  CHECK(is_miss(2, {2.25, 0.1, 6}));
  CHECK(is_miss(2, {2.0, 0.5, 6}));
  CHECK(is_miss(2, measure([](double) { return 0.5; })));   // it does not converge
  CHECK(is_miss(2, measure([](double) { return 1e-9; })));  // nor does this
}

TEST_CASE("an integrator that declares too low or too high an order is caught") {
  for (auto* name : {"test_order_too_low", "test_order_too_high"}) {
    bool missed = false;
    for (auto& check : check_orders({name}, [](auto&) {}))
      if (check.skipped.empty()) {
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
