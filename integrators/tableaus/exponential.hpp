#pragma once

#include "integrators/tableaus/exponential_tableau.hpp"

namespace stiffbench::tableaus {

/// Luan 2017. The order is 4 although b c^3 = (32/9) (3/4)^3 phi_3 = 1.5 phi_3 is not 6 phi_4,
/// because the two agree at J = 0.
inline constexpr ExponentialTableau<2> exprb42{
    .name = "exprb42",
    .title = "exponential Rosenbrock method exprb42, order 4 in two stages",
    .doi = "10.1016/j.apnum.2016.10.008",
    .order = 4,
    .later = {{{3.0 / 4, 32.0 / 9}}}};

/// The weights, -1024 phi_3 + 27648 phi_4 and 1458 phi_3 - 34992 phi_4, are those of the parallel
/// family at these nodes: as a formula the method is pexprb43 with c2 = 1/8, c3 = 1/9. Short stages
/// suit an adaptive Krylov process, but the large weights amplify all errors of the phi functions.
/// Michels, Luan, Tokman (10.1145/3072959.3073706) print their (11) with the sign of the remainder
/// reversed; (20) is right.
inline constexpr ExponentialTableau<3> epirk4s3{
    .name = "epirk4s3",
    .title = "stiffly accurate exponential propagation method EPIRK4s3, order 4",
    .doi = "10.1016/j.jcp.2016.07.026",
    .order = 4,
    .later = parallel_stages(1.0 / 8, 1.0 / 9)};

// 'stiffbench new row exponential NAME' writes a row here, and its name into the list.

/// Every exponential Rosenbrock method without parameters.
inline constexpr auto exponential_rows = std::tie(exprb42, epirk4s3);

}  // namespace stiffbench::tableaus
