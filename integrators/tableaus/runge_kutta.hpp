#pragma once

#include <array>

namespace stiffbench {

/// A Runge-Kutta table u_i = u_n + h sum_j a_ij F(t_n + c_j h, u_j), u_{n+1} = u_n + h sum_i b_i
/// F_i of S stages. What a table claims is tested algebraically.
template <int S>
struct Tableau {
  const char* doi;
  int order;
  std::array<std::array<double, S>, S> a;
  std::array<double, S> b, c;

  static constexpr int stages = S;
  /// The last stage is the step: b is the last row of a.
  constexpr bool stiffly_accurate() const { return a[S - 1] == b; }
};

namespace tableaus {

inline constexpr Tableau<1> explicit_euler{"10.1007/978-3-540-78862-1", 1, {{{0}}}, {1}, {0}};

/// The classical Runge-Kutta method (Kutta 1901).
inline constexpr Tableau<4> rk4{"10.1007/978-3-540-78862-1",
                                4,
                                {{{0, 0, 0, 0}, {0.5, 0, 0, 0}, {0, 0.5, 0, 0}, {0, 0, 1, 0}}},
                                {1. / 6, 1. / 3, 1. / 3, 1. / 6},
                                {0, 0.5, 0.5, 1}};

}  // namespace tableaus
}  // namespace stiffbench
