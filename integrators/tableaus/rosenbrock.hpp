#pragma once

#include "integrators/tableaus/rosenbrock_tableau.hpp"

namespace stiffbench::tableaus {

/// The gamma of ROS3PL, ROS3PRL2 and sdirk3, with which four stages of order 3 can be L-stable.
inline constexpr double ros3_gamma = 0.435866521508458999416019451194;

/// Lang, Teleaga 2008. It keeps order 3 with an inexact Jacobian, J + O(h), and has order 2 with an
/// arbitrary matrix. The embedded methods of this family are ours: b_4 = 0.3 and order 2, with the
/// error 1/40 in the condition b alpha^2 = 1/3; R(infinity) = -0.298.
inline constexpr RosenbrockTableau<4> ros3pl{
    .name = "ros3pl",
    .title = "Rosenbrock method ROS3PL, order 3, L-stable (Lang, Teleaga)",
    .doi = "10.1109/TMAG.2007.914837",
    .order = 3,
    .gamma = ros3_gamma,
    .a = {{{0, 0, 0, 0},
           {1.147140180139521, 0, 0, 0},
           {2.463070773030053, 1.147140180139521, 0, 0},
           {2.463070773030053, 1.147140180139521, 0, 0}}},
    .c = {{{0, 0, 0, 0},
           {-2.631861185781065, 0, 0, 0},
           {-1.302364158113095, 2.769432022251304, 0, 0},
           {-1.552568958732400, 2.587743501215153, -1.416993298352020, 0}}},
    .m = {2.463070773030053, 1.147140180139521, 0, 1},
    .claims = {.stiffly_accurate = true,
               .dissipation = -0.0258970847,
               .dissipation_order = 3,
               .dispersion = -0.0154028833,
               .dispersion_order = 4},
    .embedded = {
        .order = 2,
        .b = {2.5151666226296512, 1.6188024578741034, 0.067933260754229345, 0.68828410808371252}}};

/// Rang 2015, made to avoid order reduction on very stiff problems. It needs the exact Jacobian:
/// with an arbitrary matrix its order is 1.
inline constexpr RosenbrockTableau<4> ros3prl2{
    .name = "ros3prl2",
    .title = "Rosenbrock method ROS3PRL2, order 3, L-stable (Rang)",
    .doi = "10.1016/j.cam.2015.03.010",
    .order = 3,
    .gamma = ros3_gamma,
    .a = {{{0, 0, 0, 0},
           {3, 0, 0, 0},
           {4.588560720558092, 1.147140180139521, 0, 0},
           {4.588560720558092, 1.147140180139521, 0, 0}}},
    .c = {{{0, 0, 0, 0},
           {-6.882841080837141, 0, 0, 0},
           {-12.579179703104524, -2.9475127180857186, 0, 0},
           {3.556592450580385, -0.4663124315128337, 3.545260255335102, 0}}},
    .m = {4.588560720558092, 1.147140180139521, 0, 1},
    .claims = ros3pl.claims,
    .embedded = {
        .order = 2,
        .b = {3.6562146971830605, 0.84357383597883808, -0.16996628681828634, 0.68828410808371252}}};

// 'stiffbench new row rosenbrock NAME' writes a row here, and its name into the list.

/// Every Rosenbrock method.
inline constexpr auto rosenbrock_rows = std::tie(ros3pl, ros3prl2);

}  // namespace stiffbench::tableaus
