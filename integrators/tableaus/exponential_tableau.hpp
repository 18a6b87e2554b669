#pragma once

#include <array>
#include <tuple>

namespace stiffbench {

/// One stage of an exponential Rosenbrock method: its position, in steps, and the weights of
/// phi_3(hJ) and phi_4(hJ) with which its remainder contributes to the step.
struct ExponentialStage {
  double c, phi_3, phi_4 = 0;
};

/// One term of a stage that depends on an earlier one: the remainder of the stage `from`
/// contributes weight h phi_k(c h J) R_from to the stage `to`. Both are indices into
/// ExponentialTableau::later. A weight of zero means no term.
struct ExponentialCoupling {
  int from = 0, to = 0, k = 0;
  double c = 0, weight = 0;
};

/// An exponential Rosenbrock method whose stages start from the exponential Euler method. With F
/// and J the right-hand side and its Jacobian at u_n, and R_i = F(U_i) - F - J (U_i - u),
///   U_i = u + c_i h phi_1(c_i h J) F + h sum_j a_ij(hJ) R_j,
///   u+ = u + h phi_1(hJ) F + h sum_i (phi_3_i phi_3(hJ) + phi_4_i phi_4(hJ)) R_i.
/// The a_ij are the sums of `couplings`. Order 3 for stiff problems requires sum_i b_i c_i^2 = 2
/// phi_3 of the functions b_i in the last sum. Order 4 also requires sum_i b_i c_i^3 = 6 phi_4
/// (Luan, Ostermann, 10.1016/j.camwa.2016.01.020), or that both sides agree at J = 0
/// (superconvergence). Order 5 also requires sum_i b_i c_i^4 = 24 phi_5 and sum_i b_i c_i J (sum_j
/// a_ij c_j^2 / 2 - c_i^3 phi_3(c_i h J)) = 0, here at J = 0.
template <int S>
struct ExponentialTableau {
  const char *name, *title, *doi;
  int order;
  std::array<ExponentialStage, S - 1> later;  ///< without the first stage, which is u_n itself
  std::array<ExponentialCoupling, S> couplings = {};  ///< in the order of `from`

  static constexpr int stages = S;
  constexpr auto coefficients() const { return std::tie(order, later, couplings); }
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
