#pragma once

#include "integrators/tableaus/claims.hpp"

namespace stiffbench {

namespace tableaus {

inline constexpr ClaimedTableau<1> implicit_euler{
    {"10.1007/978-3-642-05221-7", 1, {{{1}}}, {1}, {1}},
    {.stiffly_accurate = true, .dissipation = -0.5, .dissipation_order = 1, .dispersion = -1. / 3}};

inline constexpr ClaimedTableau<1> implicit_midpoint{
    {"10.1007/3-540-30666-8", 2, {{{0.5}}}, {1}, {0.5}},
    {.at_infinity = -1, .dispersion = -1. / 12}};

inline constexpr ClaimedTableau<2> trapezoidal{
    {"10.1007/BF02127704", 2, {{{0, 0}, {0.5, 0.5}}}, {0.5, 0.5}, {0, 1}},
    {.stiffly_accurate = true, .at_infinity = -1, .dispersion = -1. / 12}};

/// Alexander 1977: g = 1 - 1/sqrt 2.
inline constexpr double sdirk2_g = 0.292893218813452475599155638;
inline constexpr ClaimedTableau<2> sdirk2{{"10.1137/0714068",
                                           2,
                                           {{{sdirk2_g, 0}, {1 - sdirk2_g, sdirk2_g}}},
                                           {1 - sdirk2_g, sdirk2_g},
                                           {sdirk2_g, 1}},
                                          {.stiffly_accurate = true,
                                           .dissipation = -0.00367965644,
                                           .dissipation_order = 3,
                                           .dispersion = -0.0404401145}};

/// Alexander 1977: g is the root of g^3 - 3 g^2 + 3/2 g - 1/6 in (1/6, 1/2).
inline constexpr double sdirk3_g = 0.435866521508458999416019451194,
                        sdirk3_b1 = 1.20849664917601007033647768407,
                        sdirk3_b2 = -0.64436317068446906975249713526;
inline constexpr ClaimedTableau<3> sdirk3{
    {"10.1137/0714068",
     3,
     {{{sdirk3_g, 0, 0}, {(1 - sdirk3_g) / 2, sdirk3_g, 0}, {sdirk3_b1, sdirk3_b2, sdirk3_g}}},
     {sdirk3_b1, sdirk3_b2, sdirk3_g},
     {sdirk3_g, (1 + sdirk3_g) / 2, 1}},
    {.stiffly_accurate = true,
     .dissipation = -0.0258970847,
     .dissipation_order = 3,
     .dispersion = -0.0154028833,
     .dispersion_order = 4}};

/// Bank et al. 1985 with gamma = 2 - sqrt 2, which makes both implicit stages' diagonals equal:
/// trapezoidal to gamma h, then the second backward differentiation formula over 0, gamma h, h. Its
/// R(z) is that of sdirk2.
inline constexpr double tr_bdf2_w = 0.353553390593273762200422181;  // sqrt 2 / 4
inline constexpr ClaimedTableau<3> tr_bdf2{
    {"10.1109/TCAD.1985.1270142",
     2,
     {{{0, 0, 0}, {sdirk2_g, sdirk2_g, 0}, {tr_bdf2_w, tr_bdf2_w, sdirk2_g}}},
     {tr_bdf2_w, tr_bdf2_w, sdirk2_g},
     {0, 2 * sdirk2_g, 1}},
    {.stiffly_accurate = true,
     .dissipation = -0.00367965644,
     .dissipation_order = 3,
     .dispersion = -0.0404401145}};

/// Bathe 2007: the same with gamma = 1/2. It is L-stable, though Loeschner et al. (Higher-order
/// time integration for deformable solids, 2020) say that it is not.
inline constexpr ClaimedTableau<3> tr_bdf2_b{
    {"10.1016/j.compstruc.2006.09.004",
     2,
     {{{0, 0, 0}, {1. / 4, 1. / 4, 0}, {1. / 3, 1. / 3, 1. / 3}}},
     {1. / 3, 1. / 3, 1. / 3},
     {0, 0.5, 1}},
    {.stiffly_accurate = true,
     .dissipation = -1. / 288,
     .dissipation_order = 3,
     .dispersion = -1. / 24}};

/// Norsett 1974, Crouzeix 1975: g = (3 + sqrt 3) / 6, the A-stable one of the two.
inline constexpr double ncs23_g = 0.788675134594812882254574390251;
inline constexpr ClaimedTableau<2> sdirk_ncs23{{"10.1007/978-3-642-05221-7",
                                                3,
                                                {{{ncs23_g, 0}, {1 - 2 * ncs23_g, ncs23_g}}},
                                                {0.5, 0.5},
                                                {ncs23_g, 1 - ncs23_g}},
                                               {.at_infinity = -0.732050807568877294,
                                                .dissipation = -0.089779189,
                                                .dissipation_order = 3,
                                                .dispersion = -0.0981125225,
                                                .dispersion_order = 4}};

/// Norsett 1974, Crouzeix 1975: g = 1/2 + cos(pi/18)/sqrt 3; the weights of the outer stages are d
/// = 1 / (6 (2 g - 1)^2).
inline constexpr double nc34_g = 1.06857902130162880641883397596,
                        nc34_d = 0.128886400515720422364724698635;
inline constexpr ClaimedTableau<3> sdirk_nc34{
    {"10.1007/978-3-642-05221-7",
     4,
     {{{nc34_g, 0, 0}, {0.5 - nc34_g, nc34_g, 0}, {2 * nc34_g, 1 - 4 * nc34_g, nc34_g}}},
     {nc34_d, 1 - 2 * nc34_d, nc34_d},
     {nc34_g, 0.5, 1 - nc34_g}},
    {.at_infinity = -0.630414938191809271,
     .dissipation = -0.448561940,
     .dissipation_order = 5,
     .dispersion = 0.164392904,
     .dispersion_order = 4}};

/// Franco, Gomez, Randez, SDIRK methods for stiff ODEs with oscillating solutions (J. Comput. Appl.
/// Math. 81, 1997, 197-209), as examined by Loeschner et al. 2020: stages, order, orders of
/// dispersion and dissipation are 3, 3, 4, 5. Each stage but the first needs one slope, that of the
/// stage before. R(z) is that of sdirk_nc34, whose g it shares: the order 3 is that of nonlinear
/// problems.
inline constexpr double sdirk3345_c2 = 0.0890203819314947955052027679605,
                        sdirk3345_c3 = 0.702767557488563095463942848424,
                        sdirk3345_b3 = 0.669623640541366404572429660301;
inline constexpr ClaimedTableau<3> sdirk3345{
    {"10.1111/cgf.14110",
     3,
     {{{nc34_g, 0, 0}, {sdirk3345_c2 - nc34_g, nc34_g, 0}, {0, sdirk3345_c3 - nc34_g, nc34_g}}},
     {0, 1 - sdirk3345_b3, sdirk3345_b3},
     {nc34_g, sdirk3345_c2, sdirk3345_c3}},
    sdirk_nc34.claims};

/// The same authors', with 4, 3, 4, 7; order 4 on linear problems.
inline constexpr double sdirk4347_g = 1.28057976127530545730, sdirk4347_c2 = 0.348930286063873734,
                        sdirk4347_c3 = 0.758698571957373948, sdirk4347_c4 = 0.177874784144288746,
                        sdirk4347_b4 = 0.445399409227753063;
inline constexpr ClaimedTableau<4> sdirk4347{
    {"10.1111/cgf.14110",
     3,
     {{{sdirk4347_g, 0, 0, 0},
       {sdirk4347_c2 - sdirk4347_g, sdirk4347_g, 0, 0},
       {0, sdirk4347_c3 - sdirk4347_g, sdirk4347_g, 0},
       {0, 0, sdirk4347_c4 - sdirk4347_g, sdirk4347_g}}},
     {0, 0, 1 - sdirk4347_b4, sdirk4347_b4},
     {sdirk4347_g, sdirk4347_c2, sdirk4347_c3, sdirk4347_c4}},
    {.at_infinity = -0.596154025958544498,
     .dissipation = -2.33084627,
     .dissipation_order = 7,
     .dispersion = 0.0759967137,
     .dispersion_order = 4}};

/// Two midpoint steps of h/2: what two stages of order 2 without dissipation and with the least
/// dispersion have to be in R(z), ((1 + z/4) / (1 - z/4))^2. A stand-in for the ILDDDIRK22 of
/// Loeschner et al. 2020, whose source gives no table.
inline constexpr ClaimedTableau<2> ilddirk22{
    {"10.1111/cgf.14110", 2, {{{0.25, 0}, {0.5, 0.25}}}, {0.5, 0.5}, {0.25, 0.75}},
    {.at_infinity = 1, .dispersion = -1. / 48}};

}  // namespace tableaus
}  // namespace stiffbench
