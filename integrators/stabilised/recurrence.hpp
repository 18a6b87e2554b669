#pragma once

#include <array>
#include <complex>
#include <optional>
#include <vector>

namespace stiffbench {

/// The orthogonal polynomials P_j on which a stabilised method is built. The first two have P_j(1)
/// = 1. `weighted`: those of ROCK2 (weighted.hpp), `weighted4` of ROCK4 (fourth_order.hpp).
enum class Polynomials { chebyshev, legendre, weighted, weighted4 };

/// The coefficients of an explicit method; with Chebyshev's and Legendre's polynomials of order 2
/// and with the stability function
///   R(z) = 1 - b_s P_s(w0) + b_s P_s(w0 + w1 z),  w0 = 1 + epsilon / s^2,
///   w1 = P_s'(w0) / P_s''(w0),  b_j = P_j''(w0) / P_j'(w0)^2,
/// with s stages, one evaluation of F each, by the recurrence of P_j:
///   Y_1 = y + m_1 h F_0,
///   Y_j = (1 - mu_j - nu_j) y + mu_j Y_{j-1} + nu_j Y_{j-2} + h (m_j F_{j-1} + g_j F_0),
/// where F_j = F(t + c_j h, Y_j), and Y_s is the result. Stages, too, have order 2, except the
/// first one. With P_j of Chebyshev this is the method of Sommeijer, Shampine, Verwer, as in rkc2,
/// with Legendre's and epsilon = 0 that of Meyer, Balsara, Aslam, as in rkl2: b_j = (j^2 + j - 2) /
/// (2 j (j + 1)) there. ROCK4 has s - 4 such stages and a finish of four others.
struct Recurrence {
  struct Stage {
    double mu = 0, nu = 0, of_last = 0, of_first = 0;  ///< mu_j, nu_j, m_j, g_j
    double time = 0;                                   ///< c_j, of a step
    double of_before = 0;  ///< of h F_{j-2}; not zero only in the last stage of ROCK2
  };
  /// A Runge-Kutta method of four explicit stages k_i that starts at the last Y, at the time of
  /// this one, with the full h.
  struct Finish {
    std::array<std::array<double, 4>, 4> a;
    std::array<double, 4> b, c;
    /// The weights of h F at the last Y but one and of h k_1 to h k_4 whose sum is the result less
    /// one of order 3.
    std::array<double, 5> error;
  };
  std::vector<Stage> stages;  ///< Y_1 to Y_s, or with a finish to Y_{s-4}
  std::optional<Finish> finish = {};
  /// |R(z)| <= 1 where -real_bound <= z <= 0. At its end, -(1 + w0) / w1, the argument of P_s is
  /// -w0, and with an even s the method grows just beyond. The length is near 0.65 s^2 (Chebyshev,
  /// epsilon = 2/13), or is (s^2 + s - 2) / 2 (Legendre, epsilon = 0).
  double real_bound = 0;

  /// R(z), by the recurrence itself.
  std::complex<double> stability(std::complex<double> z) const;
};

/// The damping of the published method: |R| is about 1 - epsilon / 3 at its inner extremes.
inline constexpr double usual_epsilon = 2. / 13;

/// The fewest stages of a method.
constexpr int fewest_stages(Polynomials polynomials) {
  if (polynomials == Polynomials::weighted4) return 5;
  return polynomials == Polynomials::weighted ? 4 : 2;
}

/// The most stages of ROCK4. The finish multiplies what round-off leaves of the highest modes by up
/// to 0.01 z^4. A unit in the last place in each stage so becomes 5e-5 of the state with 60 stages,
/// 7e-4 with 80, and 0.3 with the paper's largest number, 152.
inline constexpr int most_fourth_order_stages = 60;

/// The order of a method.
constexpr int order_of(Polynomials polynomials) {
  return polynomials == Polynomials::weighted4 ? 4 : 2;
}

/// Computes the coefficients of the method with these stages; only Chebyshev's have an epsilon. A
/// larger epsilon widens the stable strip along the negative real axis and shortens it.
Recurrence make_recurrence(Polynomials polynomials, int stages, double epsilon);

}  // namespace stiffbench
