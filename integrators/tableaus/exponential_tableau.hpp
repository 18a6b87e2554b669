#pragma once

#include <array>
#include <tuple>

namespace stiffbench {

/// One stage of an exponential Rosenbrock method: its position, in steps, and the weights of
/// phi_3(hJ) and phi_4(hJ) with which its remainder contributes to the step.
struct ExponentialStage {
  double c, phi_3, phi_4 = 0;
};

/// An exponential Rosenbrock method whose stages start from the exponential Euler method. With F
/// and J the right-hand side and its Jacobian at u_n, and R_i = F(U_i) - F - J (U_i - u),
///   U_i = u + c_i h phi_1(c_i h J) F,
///   u+ = u + h phi_1(hJ) F + h sum_i (phi_3_i phi_3(hJ) + phi_4_i phi_4(hJ)) R_i.
/// Order 3 for stiff problems requires sum_i b_i c_i^2 = 2 phi_3 of the functions b_i in that sum.
/// Order 4 also requires sum_i b_i c_i^3 = 6 phi_4 (Luan, Ostermann, 10.1016/j.camwa.2016.01.020),
/// or that both sides agree at J = 0 (superconvergence).
template <int S>
struct ExponentialTableau {
  const char *name, *title, *doi;
  int order;
  std::array<ExponentialStage, S - 1> later;  ///< without the first stage, which is u_n itself

  static constexpr int stages = S;
  constexpr auto coefficients() const { return std::tie(order, later); }
};

namespace tableaus {

/// The weights of two independent stages at c2 and c3 steps that meet both conditions of order 4:
/// the parallel family of Luan and Ostermann. The nodes must be different and not zero.
constexpr std::array<ExponentialStage, 2> parallel_stages(double c2, double c3) {
  const double p = 1 / (c2 * c2 * (c3 - c2)), q = 1 / (c3 * c3 * (c2 - c3));
  return {{{c2, 2 * c3 * p, -6 * p}, {c3, 2 * c2 * q, -6 * q}}};
}

}  // namespace tableaus
}  // namespace stiffbench
