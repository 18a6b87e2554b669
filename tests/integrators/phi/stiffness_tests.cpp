// What a step costs at a fixed h while kd grows: 10.1145/3072959.3073706 has it independent of
// stiffness. Counts of one step of exprb42 on the two-scale bunny, with the paper's h.

#include "integrators/contract/registry.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace stiffness_tests {

using namespace stiffbench;

namespace {

struct Cost {
  Outcome outcome;
  long products, solves;
};

Cost first_step(const std::string& phi, double kd, const std::string& start,
                double tolerance = 1e-3) {
  const auto problem =
      ProblemRegistry::instance().make("bunny", {{"size", std::string("300")},
                                                 {"variant", std::string("two_scale")},
                                                 {"start", start},
                                                 {"kd", kd}});
  AnyIntegrator method =
      IntegratorRegistry::instance().make("exprb42", {{"phi", phi}, {"tolerance", tolerance}});
  const CountedProblem counted(*problem);
  method->init(counted, 0.0566);
  State u = problem->start();
  const Outcome outcome = method->step(u);
  return {outcome, counted.work().stiffness_products, counted.work().solve};
}

}  // namespace

TEST_CASE("Chebyshev's products grow like the root of the stiffness, from rest or not") {
  for (const char* start : {"rest", "sway"}) {
    const Cost soft = first_step("chebyshev", 1e8, start),
               stiff = first_step("chebyshev", 1e10, start);
    INFO(start << ": " << soft.products << " and " << stiff.products << " products");
    REQUIRE(soft.outcome.ok());
    REQUIRE(stiff.outcome.ok());
    const double growth = static_cast<double>(stiff.products) / static_cast<double>(soft.products);
    CHECK(growth > 9);
    CHECK(growth < 10.5);  // sqrt(1e10 / 1e8) and some
  }
}

TEST_CASE("rational Lanczos from rest needs no more solves the stiffer it gets") {
  long before = 300;
  for (const double kd : {1e8, 1e10, 1e12}) {
    const Cost cost = first_step("rational_lanczos", kd, "rest");
    INFO("kd = " << kd << ": " << cost.outcome.reason);
    REQUIRE(cost.outcome.ok());
    CHECK(cost.solves <= before);
    CHECK(cost.solves >= 2 * 12);  // two requests, and twelve vectors before the first look
    CHECK(cost.products <= 60);
    before = cost.solves;
  }
}

TEST_CASE("rational Lanczos stagnates where stiff modes hold more than the tolerance") {
  const Cost much = first_step("rational_lanczos", 1e10, "sway", 1e-6);
  CHECK(much.outcome.status == Status::krylov_stagnated);
  CHECK(much.solves >= 500);
  const Cost little = first_step("rational_lanczos", 1e10, "sway", 1e-3);
  INFO(little.outcome.reason);
  CHECK(little.outcome.ok());
  CHECK(little.solves <= 60);
}

}  // namespace stiffness_tests
