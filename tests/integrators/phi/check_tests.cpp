#include "integrators/phi/check/phi_checks.hpp"
#include "integrators/phi/check/taylor_phi.hpp"
#include "problems/contract/registry.hpp"

#include <catch2/catch.hpp>

#include <set>

namespace check_tests {

using namespace stiffbench;

TEST_CASE("no phi back end is wrong in silence") {
  std::set<std::string> contestants;
  long decided = 0;
  for (const auto& check : check_phi(thinned_phi_sweep(), [](const PhiCheck&) {})) {
    INFO(check.contestant << ", " << check.request << " of a " << check.vector
                          << " b with |b| = " << check.norm << ", h omega = " << check.h_omega
                          << ", on " << check.problem << ": error " << check.error << ", tolerance "
                          << check.tolerance);
    CHECK_FALSE(check.silent());
    if (check.status != Status::ok) CHECK_FALSE(check.reason.empty());
    contestants.insert(check.contestant);
    decided += check.status == Status::ok;
  }
  CHECK(contestants.count("chebyshev") == 1);
  CHECK(contestants.count("dense") == 1);  // the smallest bunny is small enough
  CHECK(decided > 0);
}

TEST_CASE("the Taylor series that phi back ends are judged by gives a closed form") {
  const auto problem = ProblemRegistry::instance().make("oscillator", {{"omega", 50.0}});
  Mat K;
  problem->stiffness(problem->start(), K);
  const double h = 0.7, omega = 50, phase = h * omega;
  const phi::Pair b{Vec::Constant(1, 0.3), Vec::Constant(1, -2)};
  const auto out =
      taylor_phi(*problem, K, omega, h, {{{true}}, {{{{0, 0, 1, 1}}}, {{{{0, 1, 1, h}}}}}}, {b});
  CHECK(out[0].x[0] == Approx(0.3 * std::cos(phase) - 2 * std::sin(phase) / omega).epsilon(1e-12));
  CHECK(out[0].v[0] == Approx(-2 * std::cos(phase) - 0.3 * omega * std::sin(phase)).epsilon(1e-12));
  // h phi_1(hJ) b is the integral of exp(tJ) b
  CHECK(out[1].x[0] ==
        Approx(0.3 * std::sin(phase) / omega - 2 * (1 - std::cos(phase)) / (omega * omega))
            .epsilon(1e-12));
  CHECK(out[1].v[0] == Approx(out[0].x[0] - 0.3).epsilon(1e-12));
}

}  // namespace check_tests
