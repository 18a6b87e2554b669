#include "harness/replications/claims/computation.hpp"

#include <cmath>

namespace stiffbench {
namespace {

/// Returns the velocity (m/s) at t = 1 s of a particle of 1 kg that starts at x = 0.05 m with -1
/// m/s, computed by velocity Verlet. Its potential is k x^2 / 2, k = 1e4 N/m, where `side` x is
/// positive, and zero elsewhere.
double final_velocity(double side) {
  constexpr double k = 1e4, h = 1e-5;
  const auto force = [side](double x) { return side * x > 0 ? -k * x : 0.; };
  double x = 0.05, v = -1;
  for (int n = 0; n < 100000; ++n) {
    v += 0.5 * h * force(x);
    x += h * v;
    v += 0.5 * h * force(x);
  }
  return v;
}

const bool one_sided_wall_enrolled = enrol_computation(
    "one_sided_wall",
    {.doc = "final velocity of a particle that flies at a wall of a potential on one side of x = 0",
     .results = {"below_zero", "above_zero"},
     .run = [] {
       return std::map<std::string, double>{{"below_zero", final_velocity(-1)},
                                            {"above_zero", final_velocity(1)}};
     }});

}  // namespace
}  // namespace stiffbench
