#pragma once

#include "integrators/tableaus/runge_kutta.hpp"

#include <tuple>

namespace stiffbench::tableaus {

/// Explicit Euler gains energy on every oscillation: |R(iy)|^2 = 1 + y^2.
inline constexpr Tableau<1> explicit_euler{
    .name = "explicit_euler",
    .title = "explicit Euler",
    .doi = "10.1007/978-3-540-78862-1",
    .order = 1,
    .a = {{{0}}},
    .b = {1},
    .c = {0},
    .claims = {.a_stable = false,
               .at_infinity = std::numeric_limits<double>::infinity(),
               .y_stable = 0,
               .dissipation = 0.5,
               .dissipation_order = 1,
               .dispersion = -1. / 3}};

/// The classical Runge-Kutta method (Kutta 1901). It loses energy within its stability bound, 2
/// sqrt 2.
inline constexpr Tableau<4> rk4{.name = "rk4",
                                .title = "classical Runge-Kutta method of order 4",
                                .doi = "10.1007/978-3-540-78862-1",
                                .order = 4,
                                .a = {{{0, 0, 0, 0}, {0.5, 0, 0, 0}, {0, 0.5, 0, 0}, {0, 0, 1, 0}}},
                                .b = {1. / 6, 1. / 3, 1. / 3, 1. / 6},
                                .c = {0, 0.5, 0.5, 1},
                                .claims = {.a_stable = false,
                                           .at_infinity = std::numeric_limits<double>::infinity(),
                                           .y_stable = 2.82842712474619009760,
                                           .dissipation = -1. / 144,
                                           .dissipation_order = 5,
                                           .dispersion = -1. / 120,
                                           .dispersion_order = 4}};

/// Bogacki, Shampine 1989. The last stage is the result, so that a step costs three forces. R(z) is
/// that of every method of three stages and order 3.
inline constexpr Tableau<4> bogacki_shampine{
    .name = "bogacki_shampine",
    .title = "Bogacki and Shampine's method of order 3 with an embedded one of order 2",
    .doi = "10.1016/0893-9659(89)90079-7",
    .order = 3,
    .a = {{{0, 0, 0, 0}, {0.5, 0, 0, 0}, {0, 0.75, 0, 0}, {2. / 9, 1. / 3, 4. / 9, 0}}},
    .b = {2. / 9, 1. / 3, 4. / 9, 0},
    .c = {0, 0.5, 0.75, 1},
    .claims = {.stiffly_accurate = true,
               .a_stable = false,
               .at_infinity = std::numeric_limits<double>::infinity(),
               .y_stable = 1.73205080756887729353,
               .dissipation = -1. / 24,
               .dissipation_order = 3,
               .dispersion = 1. / 30,
               .dispersion_order = 4},
    .embedded = {.order = 2, .b = {7. / 24, 1. / 4, 1. / 3, 1. / 8}}};

// 'stiffbench new row explicit NAME' writes a row here, and its name into the list.

/// Every explicit Runge-Kutta method.
inline constexpr auto explicit_rows = std::tie(explicit_euler, rk4, bogacki_shampine);

}  // namespace stiffbench::tableaus
