#include "harness/replications/claims/computation.hpp"
#include "integrators/tableaus/exponential.hpp"

#include <array>
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

using Stages = std::array<ExponentialStage, 2>;

/// Returns the stages with the first forward difference of the remainder R as printed below
/// equation 11, -R(X2). Equation 20 weights R(X2) and R(X3) - 2 R(X2) by w1 and w2, so that the
/// tableau has the coefficients w1 - 2 w2 of R(X2) and w2 of R(X3). With the other sign the
/// coefficient of R(X2) is -w1 - 2 w2.
Stages with_printed_difference() {
  Stages stages = tableaus::epirk4s3.later;
  auto& [second, third] = stages;
  second.phi_3 = -second.phi_3 - 4 * third.phi_3;
  second.phi_4 = -second.phi_4 - 4 * third.phi_4;
  return stages;
}

/// Returns the error of EPIRK4s3 with these stages, at t = 1 on u' = u (1 - u), u(0) = 0.1, in
/// `steps` steps.
double error_of(int steps, const Stages& stages) {
  const double h = 1. / steps;
  double u = 0.1;
  for (int n = 0; n < steps; ++n) {
    const auto slope = [](double x) { return x * (1 - x); };
    const double F = slope(u), J = 1 - 2 * u;
    double next = u + h * phi_function(1, h * J) * F;
    for (const auto& [c, phi_3, phi_4] : stages) {
      const double stage = u + c * h * phi_function(1, c * h * J) * F;
      const double remainder = slope(stage) - F - J * (stage - u);
      next += h * remainder * (phi_3 * phi_function(3, h * J) + phi_4 * phi_function(4, h * J));
    }
    u = next;
  }
  return std::abs(u - 1 / (1 + 9 * std::exp(-1.)));
}

double order_with(const Stages& stages) {
  return std::log2(error_of(20, stages) / error_of(40, stages));
}

const bool epirk_remainder_enrolled = enrol_computation(
    "epirk_remainder",
    {.doc = "order of EPIRK4s3 with the forward differences of the remainder as equation 20 has "
            "them, and with the first one as printed below equation 11",
     .results = {"order_equation_20", "order_equation_11"},
     .run = [] {
       return std::map<std::string, double>{
           {"order_equation_20", order_with(tableaus::epirk4s3.later)},
           {"order_equation_11", order_with(with_printed_difference())}};
     }});

}  // namespace
}  // namespace stiffbench
