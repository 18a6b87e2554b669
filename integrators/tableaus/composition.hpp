#pragma once

#include <array>

namespace stiffbench {

/// A symmetric composition of S steps c_i h of a symmetric second-order method. `half` has the
/// first (S+1)/2 coefficients, the middle one last.
template <int S>
struct Composition {
  const char* doi;
  int order;
  std::array<double, (S + 1) / 2> half;

  static constexpr int stages = S;
  constexpr double operator[](int i) const { return half[i < (S + 1) / 2 ? i : S - 1 - i]; }
};

namespace tableaus {

/// Suzuki, Umeno 1993, as listed by Hairer, Lubich, Wanner (Geometric Numerical Integration, V.3).
inline constexpr Composition<15> suzuki_umeno8{
    "10.1007/978-3-642-78448-4_7",
    8,
    {.74167036435061295344822780, -.40910082580003159399730010, .19075471029623837995387626,
     -.57386247111608226665638773, .29906418130365592384446354, .33462491824529818378495798,
     .31529309239676659663205666, -.79688793935291635401978884}};

}  // namespace tableaus
}  // namespace stiffbench
