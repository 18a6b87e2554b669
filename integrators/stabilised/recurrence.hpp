#pragma once

#include <complex>
#include <vector>

namespace stiffbench {

/// The orthogonal polynomials P_j on which a stabilised method is built. The first two have P_j(1)
/// = 1. `weighted`: those of ROCK2 (weighted.hpp).
enum class Polynomials { chebyshev, legendre, weighted };

/// The coefficients of an explicit method of order 2 whose stability function is
///   R(z) = 1 - b_s P_s(w0) + b_s P_s(w0 + w1 z),  w0 = 1 + epsilon / s^2,
///   w1 = P_s'(w0) / P_s''(w0),  b_j = P_j''(w0) / P_j'(w0)^2,
/// with s stages, one evaluation of F each, by the recurrence of P_j:
///   Y_1 = y + m_1 h F_0,
///   Y_j = (1 - mu_j - nu_j) y + mu_j Y_{j-1} + nu_j Y_{j-2} + h (m_j F_{j-1} + g_j F_0),
/// where F_j = F(t + c_j h, Y_j), and Y_s is the result. Stages, too, have order 2, except the
/// first one. With P_j of Chebyshev this is the method of Sommeijer, Shampine, Verwer, as in rkc2,
/// with Legendre's and epsilon = 0 that of Meyer, Balsara, Aslam, as in rkl2: b_j = (j^2 + j - 2) /
/// (2 j (j + 1)) there.
struct Recurrence {
  struct Stage {
    double mu = 0, nu = 0, of_last = 0, of_first = 0;  ///< mu_j, nu_j, m_j, g_j
    double time = 0;                                   ///< c_j, of a step
    double of_before = 0;  ///< of h F_{j-2}; not zero only in the last stage of ROCK2
  };
  std::vector<Stage> stages;  ///< Y_1 to Y_s
  /// |R(z)| <= 1 where -real_bound <= z <= 0. At its end, -(1 + w0) / w1, the argument of P_s is
  /// -w0, and with an even s the method grows just beyond. The length is near 0.65 s^2 (Chebyshev,
  /// epsilon = 2/13), or is (s^2 + s - 2) / 2 (Legendre, epsilon = 0).
  double real_bound;

  /// R(z), by the recurrence itself.
  std::complex<double> stability(std::complex<double> z) const;
};

/// The damping of the published method: |R| is about 1 - epsilon / 3 at its inner extremes.
inline constexpr double usual_epsilon = 2. / 13;

/// The fewest stages of a method.
constexpr int fewest_stages(Polynomials polynomials) {
  return polynomials == Polynomials::weighted ? 4 : 2;
}

/// Computes the coefficients of the method with these stages; only Chebyshev's have an epsilon. A
/// larger epsilon widens the stable strip along the negative real axis and shortens it.
Recurrence make_recurrence(Polynomials polynomials, int stages, double epsilon);

}  // namespace stiffbench
