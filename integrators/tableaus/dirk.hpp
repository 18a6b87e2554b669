#pragma once

#include "integrators/tableaus/runge_kutta.hpp"

namespace stiffbench {

/// What a diagonally implicit table says of its stability function R(z) = 1 + z b' (I - z A)^-1 1,
/// where y' = i omega y is stepped with y = h omega: all of it is tested.
struct StabilityClaims {
  bool stiffly_accurate = false;
  bool a_stable = true;  ///< |R(iy)| <= 1 for every y, and no pole to the left
  double at_infinity = 0;
  /// |R(iy)| = 1 + dissipation y^(dissipation_order + 1) + ... for small y; a zero dissipation is
  /// |R(iy)| = 1 for every y.
  double dissipation = 0;
  int dissipation_order = 0;

  constexpr bool l_stable() const { return a_stable && at_infinity == 0; }
};

template <int S>
struct DirkTableau : Tableau<S> {
  StabilityClaims claims;
};

namespace tableaus {

inline constexpr DirkTableau<1> implicit_euler{
    {"10.1007/978-3-642-05221-7", 1, {{{1}}}, {1}, {1}},
    {.stiffly_accurate = true, .dissipation = -0.5, .dissipation_order = 1}};

inline constexpr DirkTableau<1> implicit_midpoint{
    {"10.1007/3-540-30666-8", 2, {{{0.5}}}, {1}, {0.5}}, {.at_infinity = -1}};

inline constexpr DirkTableau<2> trapezoidal{
    {"10.1007/BF02127704", 2, {{{0, 0}, {0.5, 0.5}}}, {0.5, 0.5}, {0, 1}},
    {.stiffly_accurate = true, .at_infinity = -1}};

/// Alexander 1977: g = 1 - 1/sqrt 2.
inline constexpr double sdirk2_g = 0.292893218813452475599155638;
inline constexpr DirkTableau<2> sdirk2{
    {"10.1137/0714068",
     2,
     {{{sdirk2_g, 0}, {1 - sdirk2_g, sdirk2_g}}},
     {1 - sdirk2_g, sdirk2_g},
     {sdirk2_g, 1}},
    {.stiffly_accurate = true, .dissipation = -0.0036796564, .dissipation_order = 3}};

/// Alexander 1977: g is the root of g^3 - 3 g^2 + 3/2 g - 1/6 in (1/6, 1/2).
inline constexpr double sdirk3_g = 0.435866521508458999416019451194,
                        sdirk3_b1 = 1.20849664917601007033647768407,
                        sdirk3_b2 = -0.64436317068446906975249713526;
inline constexpr DirkTableau<3> sdirk3{
    {"10.1137/0714068",
     3,
     {{{sdirk3_g, 0, 0}, {(1 - sdirk3_g) / 2, sdirk3_g, 0}, {sdirk3_b1, sdirk3_b2, sdirk3_g}}},
     {sdirk3_b1, sdirk3_b2, sdirk3_g},
     {sdirk3_g, (1 + sdirk3_g) / 2, 1}},
    {.stiffly_accurate = true, .dissipation = -0.025897085, .dissipation_order = 3}};

/// Bank et al. 1985 with gamma = 2 - sqrt 2, which makes both implicit stages' diagonals equal:
/// trapezoidal to gamma h, then the second backward differentiation formula over 0, gamma h, h. Its
/// R(z) is that of sdirk2.
inline constexpr double tr_bdf2_w = 0.353553390593273762200422181;  // sqrt 2 / 4
inline constexpr DirkTableau<3> tr_bdf2{
    {"10.1109/TCAD.1985.1270142",
     2,
     {{{0, 0, 0}, {sdirk2_g, sdirk2_g, 0}, {tr_bdf2_w, tr_bdf2_w, sdirk2_g}}},
     {tr_bdf2_w, tr_bdf2_w, sdirk2_g},
     {0, 2 * sdirk2_g, 1}},
    {.stiffly_accurate = true, .dissipation = -0.0036796564, .dissipation_order = 3}};

/// Bathe 2007: the same with gamma = 1/2. It is L-stable, though Loeschner et al. (Higher-order time
/// integration for deformable solids, 2020) say that it is not.
inline constexpr DirkTableau<3> tr_bdf2_b{
    {"10.1016/j.compstruc.2006.09.004",
     2,
     {{{0, 0, 0}, {1. / 4, 1. / 4, 0}, {1. / 3, 1. / 3, 1. / 3}}},
     {1. / 3, 1. / 3, 1. / 3},
     {0, 0.5, 1}},
    {.stiffly_accurate = true, .dissipation = -1. / 288, .dissipation_order = 3}};

}  // namespace tableaus
}  // namespace stiffbench
