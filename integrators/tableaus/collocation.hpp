#pragma once

#include "integrators/tableaus/runge_kutta.hpp"

#include <tuple>

namespace stiffbench::tableaus {

// Tables whose stages depend on each other. Gauss methods are collocation at the zeros of Legendre
// polynomials (Kuntzmann 1961, Butcher 1964; tables 7.3 and 7.4 of Hairer, Norsett, Wanner, Solving
// Ordinary Differential Equations I). Radau IIA methods are collocation at the zeros of the
// (s-1)-st derivative of x^(s-1) (x-1)^s, the last of which is 1 (Hairer, Wanner, DOI
// 10.1007/978-3-642-05221-7, section IV.5).

/// The Radau IIA method with an embedded method of order s: collocation has the slope p(t) in a
/// step, and the embedded method adds gamma h (F(u_n) - p(t_n)) to the result. gamma is the real
/// eigenvalue of A. Two stages have none, and sqrt(det A) takes its place; the order is the same
/// with any gamma.
template <int S>
constexpr Tableau<S> with_start(Tableau<S> table, double gamma) {
  table.embedded = {.order = S, .b = table.b};
  for (std::size_t i = 0; i < S; ++i) {
    double at_start = 1;  // the Lagrange polynomial of c_i at 0
    for (std::size_t j = 0; j < S; ++j)
      if (j != i) at_start *= table.c[j] / (table.c[j] - table.c[i]);
    table.embedded.b[i] -= gamma * at_start;
  }
  return table;
}

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

/// This method is L-stable, and its last stage is the result of the step. It damps slow modes half
/// as fast as sdirk3 at the same step.
inline constexpr Tableau<2> radau_iia3 =
    with_start(Tableau<2>{.name = "radau_iia3",
                          .title = "Radau IIA collocation, two stages",
                          .doi = "10.1007/978-3-642-05221-7",
                          .order = 3,
                          .a = {{{5. / 12, -1. / 12}, {3. / 4, 1. / 4}}},
                          .b = {3. / 4, 1. / 4},
                          .c = {1. / 3, 1},
                          .claims = {.stiffly_accurate = true,
                                     .dissipation = -1. / 72,
                                     .dissipation_order = 3,
                                     .dispersion = -1. / 270,
                                     .dispersion_order = 4}},
               0.408248290463863016366214012451);

/// This method is L-stable, and its last stage is the result of the step. It is the formula of the
/// program RADAU5.
inline constexpr double sqrt6 = 2.44948974278317809819728407471;
inline constexpr Tableau<3> radau_iia5 = with_start(
    Tableau<3>{.name = "radau_iia5",
               .title = "Radau IIA collocation, three stages",
               .doi = "10.1007/978-3-642-05221-7",
               .order = 5,
               .a = {{{(88 - 7 * sqrt6) / 360, (296 - 169 * sqrt6) / 1800, (-2 + 3 * sqrt6) / 225},
                      {(296 + 169 * sqrt6) / 1800, (88 + 7 * sqrt6) / 360, (-2 - 3 * sqrt6) / 225},
                      {(16 - sqrt6) / 36, (16 + sqrt6) / 36, 1. / 9}}},
               .b = {(16 - sqrt6) / 36, (16 + sqrt6) / 36, 1. / 9},
               .c = {(4 - sqrt6) / 10, (4 + sqrt6) / 10, 1},
               .claims = {.stiffly_accurate = true,
                          .dissipation = -1. / 7200,
                          .dissipation_order = 5,
                          .dispersion = -1. / 42000,
                          .dispersion_order = 6}},
    0.274888829595677367747828603599);

/// This method is L-stable, and its last stage is the result of the step. Its coefficients were
/// computed from the definition with 60 digits.
inline constexpr Tableau<5> radau_iia9 = with_start(
    Tableau<5>{.name = "radau_iia9",
               .title = "Radau IIA collocation, five stages",
               .doi = "10.1007/978-3-642-05221-7",
               .order = 9,
               .a = {{{0.0729988643179033243055685337781, -0.0267353311079455718776979653528,
                       0.0186769297639843544122473548021, -0.0128791060933064398536469498383,
                       0.00504283923388201520665021916494},
                      {0.153775231479182468668123570882, 0.146214867847493506649687245124,
                       -0.0364445689051280895266502021985, 0.0212330631193047194215076629198,
                       -0.00793557990272877753262227904146},
                      {0.140063045684809871513755736814, 0.298967129491283479398303455179,
                       0.167585070135248963442061409162, -0.0339691016866177465719221416434,
                       0.0109442887441922522744992091515},
                      {0.144894308109534757536600647093, 0.276500068760159227555934388329,
                       0.325797922910421029984928972811, 0.128756753254909761158238367492,
                       -0.0157089173788053283877894568501},
                      {0.143713560791225941323412219854, 0.281356015149462060192172650341,
                       0.311826522975741254081854911577, 0.223103901083570744402560218229, 0.04}}},
               .b = {0.143713560791225941323412219854, 0.281356015149462060192172650341,
                     0.311826522975741254081854911577, 0.223103901083570744402560218229, 0.04},
               .c = {0.0571041961145176821931211925541, 0.276843013638123827680045997686,
                     0.583590432368916820056697668663, 0.860240135656219447847912918875, 1},
               .claims = {.stiffly_accurate = true,
                          .dissipation = -1. / 457228800,
                          .dissipation_order = 9,
                          .dispersion = -1. / 4526565120,
                          .dispersion_order = 10}},
    0.159065844427469120477915154351);

/// This method is L-stable and algebraically stable, with stages at both ends of the step. It is no
/// collocation, but has the same form (Hairer, Wanner, section IV.5).
inline constexpr Tableau<3> lobatto_iiic{
    .name = "lobatto_iiic",
    .title = "Lobatto IIIC, three stages",
    .doi = "10.1007/978-3-642-05221-7",
    .order = 4,
    .a = {{{1. / 6, -1. / 3, 1. / 6}, {1. / 6, 5. / 12, -1. / 12}, {1. / 6, 2. / 3, 1. / 6}}},
    .b = {1. / 6, 2. / 3, 1. / 6},
    .c = {0, 1. / 2, 1},
    .claims = {.stiffly_accurate = true,
               .dissipation = -1. / 1152,
               .dissipation_order = 5,
               .dispersion = 1. / 480,
               .dispersion_order = 4}};

// 'stiffbench new row collocation NAME' writes a row here, and its name into the list.

/// Every Runge-Kutta method whose stages depend on each other.
inline constexpr auto collocation_rows =
    std::tie(gauss4, gauss6, radau_iia3, radau_iia5, radau_iia9, lobatto_iiic);

}  // namespace stiffbench::tableaus
