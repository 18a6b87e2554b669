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

// 'stiffbench new row explicit NAME' writes a row here, and its name into the list.

/// Every explicit Runge-Kutta method.
inline constexpr auto explicit_rows = std::tie(explicit_euler, rk4);

}  // namespace stiffbench::tableaus
