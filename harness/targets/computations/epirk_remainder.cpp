#include "harness/targets/claims/computation.hpp"
#include "integrators/tableaus/exponential.hpp"

#include <cmath>

namespace stiffbench {
namespace {

/// phi_k(z) = sum_j z^j / (j + k)!, for the small |z| of this file.
double phi_function(int k, double z) {
  double term = 1, sum = 0;
  for (int i = 2; i <= k; ++i) term /= i;
  for (int j = 1; j < 30; ++j) {
    sum += term;
    term *= z / (k + j);
  }
  return sum;
}

/// The error of EPIRK4s3 at t = 1 on u' = u (1 - u), u(0) = 0.1, in `steps` steps, with its
/// remainders times `sign`.
double error_of(int steps, double sign) {
  const double h = 1. / steps;
  double u = 0.1;
  for (int n = 0; n < steps; ++n) {
    const auto slope = [](double x) { return x * (1 - x); };
    const double F = slope(u), J = 1 - 2 * u;
    double next = u + h * phi_function(1, h * J) * F;
    for (const auto& [c, phi_3, phi_4] : tableaus::epirk4s3.later) {
      const double stage = u + c * h * phi_function(1, c * h * J) * F;
      const double remainder = slope(stage) - F - J * (stage - u);
      next +=
          sign * h * remainder * (phi_3 * phi_function(3, h * J) + phi_4 * phi_function(4, h * J));
    }
    u = next;
  }
  return std::abs(u - 1 / (1 + 9 * std::exp(-1.)));
}

double order_with(double sign) { return std::log2(error_of(20, sign) / error_of(40, sign)); }

const bool enrolled = enrol_computation(
    "epirk_remainder", {.doc = "order of EPIRK4s3 with its remainders as equation 20 has them, and "
                               "with the sign that the definition below equation 11 gives them",
                        .results = {"order_equation_20", "order_equation_11"},
                        .run = [] {
                          return std::map<std::string, double>{
                              {"order_equation_20", order_with(1)},
                              {"order_equation_11", order_with(-1)}};
                        }});

}  // namespace
}  // namespace stiffbench
