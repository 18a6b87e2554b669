#pragma once

#include "integrators/tableaus/claims.hpp"

#include <array>
#include <tuple>

namespace stiffbench {

/// A second result from the same stages; its difference from the first estimates the error of a
/// step. Order 0: there is none. Where stages depend on each other, the weights may add up to less
/// than 1; the rest is the weight of a further stage at the start of the step, which is explicit.
template <int S>
struct EmbeddedMethod {
  int order = 0;
  std::array<double, S> b = {};
};

/// A Runge-Kutta method of S stages, u_i = u_n + h sum_j a_ij F(t_n + c_j h, u_j), u_{n+1} = u_n +
/// h sum_i b_i F_i. Tests check its claims algebraically.
template <int S>
struct Tableau {
  const char *name, *title, *doi;
  int order;
  std::array<std::array<double, S>, S> a;
  std::array<double, S> b, c;
  StabilityClaims claims = {};
  EmbeddedMethod<S> embedded = {};

  static constexpr int stages = S;
  constexpr auto coefficients() const {
    return std::tie(order, a, b, c, embedded.order, embedded.b);
  }
  /// True when the last stage is the result of the step: b is the last row of a.
  constexpr bool stiffly_accurate() const { return a[S - 1] == b; }
};

}  // namespace stiffbench
