#pragma once

#include "integrators/tableaus/claims.hpp"

namespace stiffbench::tableaus {

// Collocation at the zeros of Legendre's polynomials (Kuntzmann 1961, Butcher 1964; tables 7.3 and
// 7.4 of Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I).

inline constexpr double sqrt3 = 1.73205080756887729352744634151;
inline constexpr ClaimedTableau<2> gauss4{
    {"10.1090/S0025-5718-1964-0159424-9",
     4,
     {{{1. / 4, 1. / 4 - sqrt3 / 6}, {1. / 4 + sqrt3 / 6, 1. / 4}}},
     {1. / 2, 1. / 2},
     {1. / 2 - sqrt3 / 6, 1. / 2 + sqrt3 / 6}},
    {.at_infinity = 1, .dispersion = -1. / 720, .dispersion_order = 4}};

inline constexpr double sqrt15 = 3.87298334620741688517926539978;
inline constexpr ClaimedTableau<3> gauss6{
    {"10.1090/S0025-5718-1964-0159424-9",
     6,
     {{{5. / 36, 2. / 9 - sqrt15 / 15, 5. / 36 - sqrt15 / 30},
       {5. / 36 + sqrt15 / 24, 2. / 9, 5. / 36 - sqrt15 / 24},
       {5. / 36 + sqrt15 / 30, 2. / 9 + sqrt15 / 15, 5. / 36}}},
     {5. / 18, 4. / 9, 5. / 18},
     {1. / 2 - sqrt15 / 10, 1. / 2, 1. / 2 + sqrt15 / 10}},
    {.at_infinity = -1, .dispersion = -1. / 100800, .dispersion_order = 6}};

}  // namespace stiffbench::tableaus
