// What "auto" and "measured" choose, and that "auto" chooses alike in every run.

#include "integrators/contract/registry.hpp"
#include "integrators/phi/half_size/adaptive.hpp"
#include "problems/contract/registry.hpp"
#include "tests/integrators/phi/phi_oracle.hpp"
#include "tests/integrators/scratch_problems.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace choice_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;

namespace {

/// What a back end reports after a few steps of a problem of this size.
Settings reported(const std::string& name, Eigen::Index n, bool damped) {
  Everything::Data data{lumped_mass(n), with_eigenvalues(Vec::LinSpaced(n, 1, 50))};
  if (damped) data.D = with_eigenvalues(Vec::LinSpaced(n, 0.1, 4), 50);
  const Everything problem(std::move(data));
  const CountedProblem counted(problem);
  phi::Phi back_end;
  back_end.choice = name;
  back_end.init(counted, 0.1);
  const int request = back_end.add({{{true}}, {{{{0, 1, 1, 1}}}}});
  const std::vector<phi::Pair> in{{random_vector(n, 1), random_vector(n, 2)}};
  std::vector<phi::Pair> out(1);
  for (int step = 0; step < 5; ++step) {
    REQUIRE(back_end.linearise(problem.linear_stiffness(), problem.D()).ok());
    REQUIRE(back_end.evaluate(request, in, out).ok());
  }
  const Settings reported = back_end.reported();
  INFO(name << " says from which back ends it chooses");
  CHECK(std::ranges::count(phi::make_backend(name)->facts().candidates,
                           std::get<std::string>(reported.at("phi_choice"))) == 1);
  return reported;
}

std::string text(const Settings& settings, const char* name) {
  return std::get<std::string>(settings.at(name));
}

std::shared_ptr<const Problem> stiff_bunny(double kd) {
  return ProblemRegistry::instance().make(
      "bunny", {{"size", std::string("300")}, {"variant", std::string("two_scale")}, {"kd", kd}});
}

struct Run {
  State end;
  Settings reported;
};

Run run(const Problem& problem, const std::string& name, double h, double tolerance) {
  AnyIntegrator method =
      IntegratorRegistry::instance().make("exprb42", {{"phi", name}, {"tolerance", tolerance}});
  const CountedProblem counted(problem);
  Run result{problem.start(), {}};
  method->init(counted, h);
  for (int i = 0; i < 6; ++i) REQUIRE(method->step(result.end).ok());
  result.reported = method->reported();
  return result;
}

}  // namespace

TEST_CASE("auto is dense for a handful of unknowns, else chebyshev, and kiops with damping") {
  const Eigen::Index small = phi::auto_dense_limit;
  CHECK(text(reported("auto", small, false), "phi_choice") == "dense");
  CHECK(text(reported("auto", small, true), "phi_choice") == "dense");
  CHECK(text(reported("auto", small + 1, true), "phi_choice") == "kiops");
  CHECK_THAT(text(reported("auto", small + 1, true), "phi_reason"), Contains("not Rayleigh"));
  const Settings soft = reported("auto", small + 1, false);
  CHECK(text(soft, "phi_choice") == "chebyshev");
  CHECK(std::get<long>(soft.at("phi_chebyshev_steps")) == 5);
  CHECK_THAT(text(soft, "phi_reason"), Contains("too little to try a factorization"));
}

TEST_CASE("measured is dense for a handful of unknowns, and says what it has measured otherwise") {
  const Eigen::Index small = phi::auto_dense_limit;
  CHECK(text(reported("measured", small, false), "phi_choice") == "dense");
  CHECK(text(reported("measured", small, true), "phi_choice") == "dense");
  const Settings soft = reported("measured", small + 1, false);
  CHECK(std::get<long>(soft.at("phi_chebyshev_steps")) == 5);
  CHECK_THAT(text(soft, "phi_reason"), Contains("too little to try a factorization"));
  CHECK_THAT(text(reported("measured", small + 1, true), "phi_reason"),
             Contains("kiops") && Contains("phipm") && Contains("dense"));
  CHECK_THAT(text(reported("measured", 60, true), "phi_reason"), !Contains("dense"));
}

TEST_CASE("a choice is right whatever it is, also where a factorization is worth a trial") {
  const auto problem = stiff_bunny(1e12);
  const Run chebyshev = run(*problem, "chebyshev", 1e-3, 1e-9);
  for (const char* name : {"auto", "measured"}) {
    const Run chosen = run(*problem, name, 1e-3, 1e-9);
    INFO(name << ": " << text(chosen.reported, "phi_reason"));
    CHECK((chosen.end.x - chebyshev.end.x).norm() <= 1e-6 * chebyshev.end.x.norm());
    CHECK((chosen.end.v - chebyshev.end.v).norm() <= 1e-6 * chebyshev.end.v.norm());
    CHECK(std::get<long>(chosen.reported.at("phi_rational_steps")) +
              std::get<long>(chosen.reported.at("phi_chebyshev_steps")) ==
          6);
    CHECK(std::get<long>(chosen.reported.at("phi_factorizations")) > 0);
  }
}

TEST_CASE("auto takes rational Lanczos where it is less work, and every run is the same") {
  const auto problem = stiff_bunny(1e10);
  const double h = 0.0566;  // s, as in 10.1145/3072959.3073706
  const Run first = run(*problem, "auto", h, 1e-3), second = run(*problem, "auto", h, 1e-3);
  INFO(text(first.reported, "phi_reason"));
  CHECK(std::get<long>(first.reported.at("phi_rational_steps")) > 0);
  CHECK(first.reported == second.reported);
  CHECK(first.end.x == second.end.x);
  CHECK(first.end.v == second.end.v);
}

TEST_CASE("auto ends a trial in vain when half of Chebyshev's step is spent") {
  const auto problem = stiff_bunny(1e10);
  constexpr int steps = 4;
  const double h = 0.0566 / steps, root = std::sqrt(static_cast<double>(problem->dof()));
  // In products: what bench_rational_lanczos finds on bunnies.
  const auto price = [&](const std::string& name) {
    AnyIntegrator method =
        IntegratorRegistry::instance().make("exprb42", {{"phi", name}, {"tolerance", 1e-3}});
    const CountedProblem counted(*problem);
    State u = problem->start();
    method->init(counted, h);
    for (int i = 0; i < steps; ++i) REQUIRE(method->step(u).ok());
    const Work& work = counted.work();
    CHECK(work.factorize == (name == "auto" ? 1 : 0));
    return static_cast<double>(work.stiffness_products) +
           root * (18 * static_cast<double>(work.factorize) + static_cast<double>(work.solve));
  };
  const double chebyshev = price("chebyshev"), lost = price("auto") - chebyshev;
  CHECK(lost <= 0.5 * chebyshev / steps);
  CHECK(lost >= 0.4 * chebyshev / steps);
}

}  // namespace choice_tests
