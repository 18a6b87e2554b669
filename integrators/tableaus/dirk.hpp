#pragma once

#include "integrators/tableaus/runge_kutta.hpp"

#include <tuple>

namespace stiffbench::tableaus {

/// Implicit Euler damps every oscillation: |R(iy)|^2 = 1 / (1 + y^2).
inline constexpr Tableau<1> implicit_euler{.name = "implicit_euler",
                                           .title = "implicit Euler",
                                           .doi = "10.1007/978-3-642-05221-7",
                                           .order = 1,
                                           .a = {{{1}}},
                                           .b = {1},
                                           .c = {1},
                                           .claims = {.stiffly_accurate = true,
                                                      .dissipation = -0.5,
                                                      .dissipation_order = 1,
                                                      .dispersion = -1. / 3}};

/// The midpoint rule is symplectic and symmetric, |R(iy)| = 1. It does not damp stiff modes, but
/// slows them down.
inline constexpr Tableau<1> implicit_midpoint{
    .name = "implicit_midpoint",
    .title = "implicit midpoint rule (Gauss, one stage)",
    .doi = "10.1007/3-540-30666-8",
    .order = 2,
    .a = {{{0.5}}},
    .b = {1},
    .c = {0.5},
    .claims = {.at_infinity = -1, .dispersion = -1. / 12}};

/// The trapezoidal rule is conjugate to the implicit midpoint rule. Its first stage is the force at
/// u_n, which is evaluated anew in every step.
inline constexpr Tableau<2> trapezoidal{
    .name = "trapezoidal",
    .title = "trapezoidal rule (Crank-Nicolson)",
    .doi = "10.1007/BF02127704",
    .order = 2,
    .a = {{{0, 0}, {0.5, 0.5}}},
    .b = {0.5, 0.5},
    .c = {0, 1},
    .claims = {.stiffly_accurate = true, .at_infinity = -1, .dispersion = -1. / 12}};

/// Alexander 1977, with g = 1 - 1/sqrt 2. It needs one matrix and hardly damps slow modes.
inline constexpr double sdirk2_g = 0.292893218813452475599155638;
inline constexpr Tableau<2> sdirk2{
    .name = "sdirk2",
    .title = "singly diagonally implicit Runge-Kutta method, order 2 (Alexander)",
    .doi = "10.1137/0714068",
    .order = 2,
    .a = {{{sdirk2_g, 0}, {1 - sdirk2_g, sdirk2_g}}},
    .b = {1 - sdirk2_g, sdirk2_g},
    .c = {sdirk2_g, 1},
    .claims = {.stiffly_accurate = true,
               .dissipation = -0.00367965644,
               .dissipation_order = 3,
               .dispersion = -0.0404401145}};

/// Alexander 1977; g is the root of g^3 - 3 g^2 + 3/2 g - 1/6 in (1/6, 1/2). It needs one matrix.
/// On stiff modes its order falls to 2, and it damps slow modes seven times as fast as sdirk2 at
/// the same step.
inline constexpr double sdirk3_g = 0.435866521508458999416019451194,
                        sdirk3_b1 = 1.20849664917601007033647768407,
                        sdirk3_b2 = -0.64436317068446906975249713526;
inline constexpr Tableau<3> sdirk3{
    .name = "sdirk3",
    .title = "singly diagonally implicit Runge-Kutta method, order 3 (Alexander)",
    .doi = "10.1137/0714068",
    .order = 3,
    .a = {{{sdirk3_g, 0, 0}, {(1 - sdirk3_g) / 2, sdirk3_g, 0}, {sdirk3_b1, sdirk3_b2, sdirk3_g}}},
    .b = {sdirk3_b1, sdirk3_b2, sdirk3_g},
    .c = {sdirk3_g, (1 + sdirk3_g) / 2, 1},
    .claims = {.stiffly_accurate = true,
               .dissipation = -0.0258970847,
               .dissipation_order = 3,
               .dispersion = -0.0154028833,
               .dispersion_order = 4}};

/// Bank et al. 1985 with gamma = 2 - sqrt 2, which makes the diagonals of both implicit stages
/// equal, so that one matrix serves both: the trapezoidal rule to gamma h, then the second backward
/// differentiation formula over 0, gamma h, h. The first stage is the force at u_n, which is
/// evaluated anew in every step. R(z) is that of sdirk2. The embedded method, of Hosea and
/// Shampine, DOI 10.1016/0168-9274(95)00115-8, has order 3.
inline constexpr double tr_bdf2_w = 0.353553390593273762200422181;  // sqrt 2 / 4
inline constexpr Tableau<3> tr_bdf2{
    .name = "tr_bdf2",
    .title = "TR-BDF2 with gamma = 2 - sqrt 2, one matrix",
    .doi = "10.1109/TCAD.1985.1270142",
    .order = 2,
    .a = {{{0, 0, 0}, {sdirk2_g, sdirk2_g, 0}, {tr_bdf2_w, tr_bdf2_w, sdirk2_g}}},
    .b = {tr_bdf2_w, tr_bdf2_w, sdirk2_g},
    .c = {0, 2 * sdirk2_g, 1},
    .claims = sdirk2.claims,
    .embedded = {.order = 3, .b = {(1 - tr_bdf2_w) / 3, tr_bdf2_w + 1. / 3, sdirk2_g / 3}}};

/// Bathe 2007: TR-BDF2 with gamma = 1/2, as used in structural dynamics. Its two implicit stages
/// have different matrices. It is L-stable, although Loeschner et al. (Higher-order time
/// integration for deformable solids, 2020) say that it is not.
inline constexpr Tableau<3> tr_bdf2_b{
    .name = "tr_bdf2_b",
    .title = "TR-BDF2 with gamma = 1/2 (Bathe)",
    .doi = "10.1016/j.compstruc.2006.09.004",
    .order = 2,
    .a = {{{0, 0, 0}, {1. / 4, 1. / 4, 0}, {1. / 3, 1. / 3, 1. / 3}}},
    .b = {1. / 3, 1. / 3, 1. / 3},
    .c = {0, 0.5, 1},
    .claims = {.stiffly_accurate = true,
               .dissipation = -1. / 288,
               .dissipation_order = 3,
               .dispersion = -1. / 24}};

/// Norsett 1974, Crouzeix 1975: g = (3 + sqrt 3) / 6, the A-stable one of the two. It needs one
/// matrix. R(infinity) = 1 - sqrt 3: the stiffest modes alternate in sign and lose a quarter per
/// step.
inline constexpr double ncs23_g = 0.788675134594812882254574390251;
inline constexpr Tableau<2> sdirk_ncs23{
    .name = "sdirk_ncs23",
    .title = "singly diagonally implicit Runge-Kutta method, 2 stages, order 3 (Norsett, Crouzeix)",
    .doi = "10.1007/978-3-642-05221-7",
    .order = 3,
    .a = {{{ncs23_g, 0}, {1 - 2 * ncs23_g, ncs23_g}}},
    .b = {0.5, 0.5},
    .c = {ncs23_g, 1 - ncs23_g},
    .claims = {.at_infinity = -0.732050807568877294,
               .dissipation = -0.089779189,
               .dissipation_order = 3,
               .dispersion = -0.0981125225,
               .dispersion_order = 4}};

/// Norsett 1974, Crouzeix 1975: g = 1/2 + cos(pi/18)/sqrt 3; the weights of the outer stages are d
/// = 1 / (6 (2 g - 1)^2). It needs one matrix; the outer stages lie outside the step, at 1.07 h and
/// -0.07 h.
inline constexpr double nc34_g = 1.06857902130162880641883397596,
                        nc34_d = 0.128886400515720422364724698635;
inline constexpr Tableau<3> sdirk_nc34{
    .name = "sdirk_nc34",
    .title = "singly diagonally implicit Runge-Kutta method, 3 stages, order 4 (Norsett, Crouzeix)",
    .doi = "10.1007/978-3-642-05221-7",
    .order = 4,
    .a = {{{nc34_g, 0, 0}, {0.5 - nc34_g, nc34_g, 0}, {2 * nc34_g, 1 - 4 * nc34_g, nc34_g}}},
    .b = {nc34_d, 1 - 2 * nc34_d, nc34_d},
    .c = {nc34_g, 0.5, 1 - nc34_g},
    .claims = {.at_infinity = -0.630414938191809271,
               .dissipation = -0.448561940,
               .dissipation_order = 5,
               .dispersion = 0.164392904,
               .dispersion_order = 4}};

/// Franco, Gomez, Randez, SDIRK methods for stiff ODEs with oscillating solutions (J. Comput. Appl.
/// Math. 81, 1997, 197-209), as examined by Loeschner et al. 2020. The number of stages, the order,
/// and the orders of dispersion and dissipation are 3, 3, 4, 5. Each stage but the first needs one
/// slope, that of the previous stage. R(z) is that of sdirk_nc34, which has the same g; on
/// nonlinear problems the order is 3.
inline constexpr double sdirk3345_c2 = 0.0890203819314947955052027679605,
                        sdirk3345_c3 = 0.702767557488563095463942848424,
                        sdirk3345_b3 = 0.669623640541366404572429660301;
inline constexpr Tableau<3> sdirk3345{
    .name = "sdirk3345",
    .title = "singly diagonally implicit Runge-Kutta method for oscillations, SDIRK(3,3,4,5)",
    .doi = "10.1111/cgf.14110",
    .order = 3,
    .a = {{{nc34_g, 0, 0}, {sdirk3345_c2 - nc34_g, nc34_g, 0}, {0, sdirk3345_c3 - nc34_g, nc34_g}}},
    .b = {0, 1 - sdirk3345_b3, sdirk3345_b3},
    .c = {nc34_g, sdirk3345_c2, sdirk3345_c3},
    .claims = sdirk_nc34.claims};

/// The method of Franco, Gomez, Randez with the numbers 4, 3, 4, 7 (see sdirk3345); its order is 4
/// on linear problems. Its constants are large: the high orders pay only where h omega is below
/// 1/2.
inline constexpr double sdirk4347_g = 1.28057976127530545730, sdirk4347_c2 = 0.348930286063873734,
                        sdirk4347_c3 = 0.758698571957373948, sdirk4347_c4 = 0.177874784144288746,
                        sdirk4347_b4 = 0.445399409227753063;
inline constexpr Tableau<4> sdirk4347{
    .name = "sdirk4347",
    .title = "singly diagonally implicit Runge-Kutta method for oscillations, SDIRK(4,3,4,7)",
    .doi = "10.1111/cgf.14110",
    .order = 3,
    .a = {{{sdirk4347_g, 0, 0, 0},
           {sdirk4347_c2 - sdirk4347_g, sdirk4347_g, 0, 0},
           {0, sdirk4347_c3 - sdirk4347_g, sdirk4347_g, 0},
           {0, 0, sdirk4347_c4 - sdirk4347_g, sdirk4347_g}}},
    .b = {0, 0, 1 - sdirk4347_b4, sdirk4347_b4},
    .c = {sdirk4347_g, sdirk4347_c2, sdirk4347_c3, sdirk4347_c4},
    .claims = {.at_infinity = -0.596154025958544498,
               .dissipation = -2.33084627,
               .dissipation_order = 7,
               .dispersion = 0.0759967137,
               .dispersion_order = 4}};

/// Two midpoint steps of h/2. R(z) = ((1 + z/4) / (1 - z/4))^2 is that of any method of two stages
/// and order 2 without dissipation and with the least dispersion. This table stands in for the
/// ILDDDIRK22 of Loeschner et al. 2020, whose source gives no table.
inline constexpr Tableau<2> ilddirk22{
    .name = "ilddirk22",
    .title = "two midpoint half-steps, a stand-in for ILDDDIRK22 (no published table)",
    .doi = "10.1111/cgf.14110",
    .order = 2,
    .a = {{{0.25, 0}, {0.5, 0.25}}},
    .b = {0.5, 0.5},
    .c = {0.25, 0.75},
    .claims = {.at_infinity = 1, .dispersion = -1. / 48}};

/// Kvaerno 2004, with the gamma of sdirk3: the first stage is explicit, and the third is the
/// embedded method. R(z) is that of sdirk3.
inline constexpr Tableau<4> kvaerno3{
    .name = "kvaerno3",
    .title = "Kvaerno's method of order 3 with an embedded one of order 2",
    .doi = "10.1023/B:BITN.0000046811.70614.38",
    .order = 3,
    .a = {{{0, 0, 0, 0},
           {sdirk3_g, sdirk3_g, 0, 0},
           {(-4 * sdirk3_g * sdirk3_g + 6 * sdirk3_g - 1) / (4 * sdirk3_g),
            (1 - 2 * sdirk3_g) / (4 * sdirk3_g), sdirk3_g, 0},
           {(6 * sdirk3_g - 1) / (12 * sdirk3_g), -1 / ((24 * sdirk3_g - 12) * sdirk3_g),
            (-6 * sdirk3_g * sdirk3_g + 6 * sdirk3_g - 1) / (6 * sdirk3_g - 3), sdirk3_g}}},
    .b = {(6 * sdirk3_g - 1) / (12 * sdirk3_g), -1 / ((24 * sdirk3_g - 12) * sdirk3_g),
          (-6 * sdirk3_g * sdirk3_g + 6 * sdirk3_g - 1) / (6 * sdirk3_g - 3), sdirk3_g},
    .c = {0, 2 * sdirk3_g, 1, 1},
    .claims = sdirk3.claims,
    .embedded = {.order = 2,
                 .b = {(-4 * sdirk3_g * sdirk3_g + 6 * sdirk3_g - 1) / (4 * sdirk3_g),
                       (1 - 2 * sdirk3_g) / (4 * sdirk3_g), sdirk3_g, 0}}};

/// Kvaerno 2004, the method of order 5 with gamma = 0.26: the first stage is explicit, and the
/// sixth is the embedded method of order 4. The third stage lies outside the step, at 1.23 h.
/// |R(infinity)| of the embedded method is 3/4, and that of the method is zero.
inline constexpr std::array<double, 7> kvaerno5_b{
    0.13659751177640291, 0,   -0.05496908796538376, -0.04118626728321046, 0.62993304899016403,
    0.06962479448202728, 0.26},
    kvaerno5_embedded{0.13855640231268224,
                      0,
                      -0.04245337201752043,
                      0.02446657898003141,
                      0.61943039072480676,
                      0.26,
                      0};
inline constexpr Tableau<7> kvaerno5{
    .name = "kvaerno5",
    .title = "Kvaerno's method of order 5 with an embedded one of order 4",
    .doi = "10.1023/B:BITN.0000046811.70614.38",
    .order = 5,
    .a = {{{0, 0, 0, 0, 0, 0, 0},
           {0.26, 0.26, 0, 0, 0, 0, 0},
           {0.13, 0.84033320996790809, 0.26, 0, 0, 0, 0},
           {0.22371961478320505, 0.47675532319799699, -0.06470895363112615, 0.26, 0, 0, 0},
           {0.16648564323248321, 0.10450018841591720, 0.03631482272098715, -0.13090704451073998,
            0.26, 0, 0},
           kvaerno5_embedded,
           kvaerno5_b}},
    .b = kvaerno5_b,
    .c = {0, 0.52, 1.23033320996790809, 0.89576598435007589, 0.43639360985864758, 1, 1},
    .claims = {.stiffly_accurate = true,
               .dissipation = -0.0004944876018,
               .dissipation_order = 5,
               .dispersion = -0.0002729307159,
               .dispersion_order = 6},
    .embedded = {.order = 4, .b = kvaerno5_embedded}};

// 'stiffbench new row dirk NAME' writes a row here, and its name into the list.

/// Every diagonally implicit Runge-Kutta method.
inline constexpr auto dirk_rows =
    std::tie(implicit_euler, implicit_midpoint, trapezoidal, sdirk2, sdirk3, tr_bdf2, tr_bdf2_b,
             sdirk_ncs23, sdirk_nc34, sdirk3345, sdirk4347, ilddirk22, kvaerno3, kvaerno5);

}  // namespace stiffbench::tableaus
