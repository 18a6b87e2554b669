#pragma once

#include "integrators/tableaus/exponential_tableau.hpp"

namespace stiffbench::tableaus {

/// Hochbruck, Ostermann, Schweitzer 2009. Its only stage is the exponential Euler step, exprb2,
/// which is also the embedded method.
inline constexpr ExponentialTableau<2> exprb32{
    .name = "exprb32",
    .title = "exponential Rosenbrock method exprb32, order 3 in two stages",
    .doi = "10.1137/080717717",
    .order = 3,
    .later = {{{1, 2}}},
    .embedded = {.order = 2}};

/// Luan 2017. The order is 4 although b c^3 = (32/9) (3/4)^3 phi_3 = 1.5 phi_3 is not 6 phi_4,
/// because the two agree at J = 0. Its steps are of fixed size: one remainder yields no second
/// method of order 3, and steps chosen by the difference from exprb2, of order 2, were up to 1.8
/// times as many as fixed ones of the same error.
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
    .later = parallel_stages(1.0 / 8, 1.0 / 9),
    .embedded = without_phi_4(parallel_stages(1.0 / 8, 1.0 / 9))};

/// Hochbruck, Ostermann, Schweitzer 2009. The last stage is exponential Euler with the remainder of
/// the first; the weights are those of the parallel family at 1/2 and 1.
inline constexpr ExponentialTableau<3> exprb43{
    .name = "exprb43",
    .title = "exponential Rosenbrock method exprb43, order 4 in three stages",
    .doi = "10.1137/080717717",
    .order = 4,
    .later = parallel_stages(1.0 / 2, 1),
    .couplings = {{{.from = 0, .to = 1, .k = 1, .c = 1, .weight = 1}}},
    .embedded = without_phi_4(parallel_stages(1.0 / 2, 1))};

/// Luan, Ostermann 2014 (Journal of Computational and Applied Mathematics 255, 417-431); the
/// conditions of order 5 are in the paper cited. The weights are those of the parallel family at
/// 1/2 and 9/10, nodes for which sum_i b_i c_i^4 = 24 phi_5 at J = 0. The embedded method of order
/// 3 has the remainder at 1/2 alone, 8 phi_3.
inline constexpr ExponentialTableau<3> exprb53s3{
    .name = "exprb53s3",
    .title = "exponential Rosenbrock method exprb53s3, order 5 in three stages",
    .doi = "10.1016/j.camwa.2016.01.020",
    .order = 5,
    .later = parallel_stages(1.0 / 2, 9.0 / 10),
    .couplings = {{{.from = 0, .to = 1, .k = 3, .c = 1.0 / 2, .weight = 27.0 / 25},
                   {.from = 0, .to = 1, .k = 3, .c = 9.0 / 10, .weight = 729.0 / 125}}},
    .embedded = {.order = 3, .terms = {{{.from = 0, .k = 3, .c = 1, .weight = 8}}}}};

/// Luan, Ostermann 2016. The second stage serves the other two only, which meet sum_j a_ij c_j^2 =
/// 2 c_i^3 phi_3 and do not depend on each other. The embedded method of order 4 has the weights of
/// the parallel family at 1/4 and 1/2.
inline constexpr ExponentialTableau<4> pexprb54s4{
    .name = "pexprb54s4",
    .title = "parallel exponential Rosenbrock method pexprb54s4, order 5 in four stages",
    .doi = "10.1016/j.camwa.2016.01.020",
    .order = 5,
    .later = {{{1.0 / 4, 0},
               parallel_stages(1.0 / 2, 9.0 / 10)[0],
               parallel_stages(1.0 / 2, 9.0 / 10)[1]}},
    .couplings = {{{.from = 0, .to = 1, .k = 3, .c = 1.0 / 2, .weight = 4},
                   {.from = 0, .to = 2, .k = 3, .c = 9.0 / 10, .weight = 2916.0 / 125}}},
    .embedded = {.order = 4,
                 .terms = {{{.from = 0, .k = 3, .c = 1, .weight = 64},
                            {.from = 0, .k = 4, .c = 1, .weight = -384},
                            {.from = 1, .k = 3, .c = 1, .weight = -8},
                            {.from = 1, .k = 4, .c = 1, .weight = 96}}}}};

/// Rainwater, Tokman 2016: the parallel family at 1/2 and 2/3.
inline constexpr ExponentialTableau<3> epirk4s3a{
    .name = "epirk4s3a",
    .title = "stiffly accurate exponential propagation method EPIRK4s3A, order 4",
    .doi = "10.1016/j.jcp.2016.07.026",
    .order = 4,
    .later = parallel_stages(1.0 / 2, 2.0 / 3),
    .embedded = without_phi_4(parallel_stages(1.0 / 2, 2.0 / 3))};

/// Rainwater, Tokman 2016: the weights of the parallel family at 1/3 and 1/2. The stages start with
/// 2/3 phi_2(hJ/2) F and phi_2(3/4 hJ) F, which agree with the exponential Euler method to the
/// second order of h.
inline constexpr ExponentialTableau<3> epirk4s3b{
    .name = "epirk4s3b",
    .title = "stiffly accurate exponential propagation method EPIRK4s3B, order 4",
    .doi = "10.1016/j.jcp.2016.07.026",
    .order = 4,
    .later = parallel_stages(1.0 / 3, 1.0 / 2),
    .starts = {{{.k = 2, .c = 1.0 / 2, .weight = 2.0 / 3}, {.k = 2, .c = 3.0 / 4, .weight = 1}}},
    .embedded = without_phi_4(parallel_stages(1.0 / 3, 1.0 / 2))};

/// Tokman, Loffeld, Tranquilli 2012. Its conditions are those of the classical theory, which the
/// numbers meet to all digits; in the step, phi_1(c hJ) of the first remainder has another c than
/// the conditions for stiff problems ask for. The embedded method of order 4 differs in the
/// arguments of two functions only.
inline constexpr double epirk5p1_c2 = 0.35129592695058193092, epirk5p1_c3 = 0.84405472011657126298,
                        epirk5p1_b2 = 1.2727127317356892397, epirk5p1_b3 = 2.2714599265422622275,
                        epirk5p1_g32 = 0.71111095364366870359,
                        epirk5p1_g33 = 0.62378111953371494809;
inline constexpr ExponentialTableau<3> epirk5p1{
    .name = "epirk5p1",
    .title = "exponential propagation method EPIRK5P1, order 5 in three stages",
    .doi = "10.1137/110849961",
    .order = 5,
    .later = {{{epirk5p1_c2, 0}, {epirk5p1_c3, 0}}},
    .couplings = {{{.from = 0, .to = 1, .k = 1, .c = 1, .weight = 1.6905891609568963624},
                   {.from = 0, .to = 2, .k = 1, .c = epirk5p1_g32, .weight = epirk5p1_b2},
                   {.from = 0, .to = 2, .k = 3, .c = epirk5p1_g33, .weight = -2 * epirk5p1_b3},
                   {.from = 1, .to = 2, .k = 3, .c = epirk5p1_g33, .weight = epirk5p1_b3}}},
    .embedded = {.order = 4,
                 .terms = {{{.from = 0, .k = 1, .c = 1.0 / 2, .weight = epirk5p1_b2},
                            {.from = 0, .k = 3, .c = 1, .weight = -2 * epirk5p1_b3},
                            {.from = 1, .k = 3, .c = 1, .weight = epirk5p1_b3}}}},
    .stiff_order = 2};

// 'stiffbench new row exponential NAME' writes a row here, and its name into the list.

/// Every exponential Rosenbrock method without parameters.
inline constexpr auto exponential_rows = std::tie(exprb32, exprb42, epirk4s3, exprb43, exprb53s3,
                                                  pexprb54s4, epirk4s3a, epirk4s3b, epirk5p1);

}  // namespace stiffbench::tableaus
