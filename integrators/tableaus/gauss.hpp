#pragma once

#include "integrators/tableaus/runge_kutta.hpp"

#include <tuple>

namespace stiffbench::tableaus {

// Tables whose stages depend on each other. Gauss methods are collocation at the zeros of Legendre
// polynomials (Kuntzmann 1961, Butcher 1964; tables 7.3 and 7.4 of Hairer, Norsett, Wanner, Solving
// Ordinary Differential Equations I).

/// This method is symplectic and symmetric, |R(iy)| = 1; its two stages form one system of twice
/// the size.
inline constexpr double sqrt3 = 1.73205080756887729352744634151;
inline constexpr Tableau<2> gauss4{
    .name = "gauss4",
    .title = "Gauss-Legendre collocation, two stages",
    .doi = "10.1090/S0025-5718-1964-0159424-9",
    .order = 4,
    .a = {{{1. / 4, 1. / 4 - sqrt3 / 6}, {1. / 4 + sqrt3 / 6, 1. / 4}}},
    .b = {1. / 2, 1. / 2},
    .c = {1. / 2 - sqrt3 / 6, 1. / 2 + sqrt3 / 6},
    .claims = {.at_infinity = 1, .dispersion = -1. / 720, .dispersion_order = 4}};

/// This method is symplectic and symmetric, |R(iy)| = 1; its three stages form one system of three
/// times the size.
inline constexpr double sqrt15 = 3.87298334620741688517926539978;
inline constexpr Tableau<3> gauss6{
    .name = "gauss6",
    .title = "Gauss-Legendre collocation, three stages",
    .doi = "10.1090/S0025-5718-1964-0159424-9",
    .order = 6,
    .a = {{{5. / 36, 2. / 9 - sqrt15 / 15, 5. / 36 - sqrt15 / 30},
           {5. / 36 + sqrt15 / 24, 2. / 9, 5. / 36 - sqrt15 / 24},
           {5. / 36 + sqrt15 / 30, 2. / 9 + sqrt15 / 15, 5. / 36}}},
    .b = {5. / 18, 4. / 9, 5. / 18},
    .c = {1. / 2 - sqrt15 / 10, 1. / 2, 1. / 2 + sqrt15 / 10},
    .claims = {.at_infinity = -1, .dispersion = -1. / 100800, .dispersion_order = 6}};

// 'stiffbench new row gauss NAME' writes a row here, and its name into the list.

/// Every Runge-Kutta method whose stages depend on each other.
inline constexpr auto gauss_rows = std::tie(gauss4, gauss6);

}  // namespace stiffbench::tableaus
