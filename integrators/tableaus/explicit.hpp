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

/// Dormand, Prince 1980: the pair of DOPRI5 and ode45. The last stage is the result, so that a step
/// costs six forces. Its stability bound on oscillations is below 1.
inline constexpr Tableau<7> dopri5{
    .name = "dopri5",
    .title = "Dormand and Prince's method of order 5 with an embedded one of order 4",
    .doi = "10.1016/0771-050X(80)90013-3",
    .order = 5,
    .a = {{{},
           {1. / 5},
           {3. / 40, 9. / 40},
           {44. / 45, -56. / 15, 32. / 9},
           {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
           {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
           {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}}},
    .b = {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84, 0},
    .c = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1},
    .claims = {.stiffly_accurate = true,
               .a_stable = false,
               .at_infinity = std::numeric_limits<double>::infinity(),
               .y_stable = 0.997189008632529916,
               .dissipation = -1. / 3600,
               .dissipation_order = 5,
               .dispersion = 1. / 2100,
               .dispersion_order = 6},
    .embedded = {.order = 4,
                 .b = {5179. / 57600, 0, 7571. / 16695, 393. / 640, -92097. / 339200, 187. / 2100,
                       1. / 40}}};

/// The formula of order 8 in the program DOP853 (Hairer, Norsett, Wanner, section II.5), with its
/// embedded method of order 5. The program estimates e5^2 / sqrt(e5^2 + e3^2 / 100) from the
/// estimates e5 and e3 of orders 5 and 3, which is of order 7; here that of order 5 stands alone,
/// and steps are shorter than the tolerance asks for.
inline constexpr Tableau<12> dop853{
    .name = "dop853",
    .title = "Runge-Kutta method of order 8 (Dormand, Prince; Hairer, Norsett, Wanner)",
    .doi = "10.1007/978-3-540-78862-1",
    .order = 8,
    .a = {{{},
           {5.26001519587677318785587544488e-2},
           {1.97250569845378994544595329183e-2, 5.91751709536136983633785987549e-2},
           {2.95875854768068491816892993775e-2, 0, 8.87627564304205475450678981324e-2},
           {2.41365134159266685502369798665e-1, 0, -8.84549479328286085344864962717e-1,
            9.24834003261792003115737966543e-1},
           {3.7037037037037037037037037037e-2, 0, 0, 1.70828608729473871279604482173e-1,
            1.25467687566822425016691814123e-1},
           {3.7109375e-2, 0, 0, 1.70252211019544039314978060272e-1,
            6.02165389804559606850219397283e-2, -1.7578125e-2},
           {3.70920001185047927108779319836e-2, 0, 0, 1.70383925712239993810214054705e-1,
            1.07262030446373284651809199168e-1, -1.53194377486244017527936158236e-2,
            8.27378916381402288758473766002e-3},
           {6.24110958716075717114429577812e-1, 0, 0, -3.36089262944694129406857109825,
            -8.68219346841726006818189891453e-1, 2.75920996994467083049415600797e1,
            2.01540675504778934086186788979e1, -4.34898841810699588477366255144e1},
           {4.77662536438264365890433908527e-1, 0, 0, -2.48811461997166764192642586468,
            -5.90290826836842996371446475743e-1, 2.12300514481811942347288949897e1,
            1.52792336328824235832596922938e1, -3.32882109689848629194453265587e1,
            -2.03312017085086261358222928593e-2},
           {-9.3714243008598732571704021658e-1, 0, 0, 5.18637242884406370830023853209,
            1.09143734899672957818500254654, -8.14978701074692612513997267357,
            -1.85200656599969598641566180701e1, 2.27394870993505042818970056734e1,
            2.49360555267965238987089396762, -3.0467644718982195003823669022},
           {2.27331014751653820792359768449, 0, 0, -1.05344954667372501984066689879e1,
            -2.00087205822486249909675718444, -1.79589318631187989172765950534e1,
            2.79488845294199600508499808837e1, -2.85899827713502369474065508674,
            -8.87285693353062954433549289258, 1.23605671757943030647266201528e1,
            6.43392746015763530355970484046e-1}}},
    .b = {5.42937341165687622380535766363e-2, 0, 0, 0, 0, 4.45031289275240888144113950566,
          1.89151789931450038304281599044, -5.8012039600105847814672114227,
          3.1116436695781989440891606237e-1, -1.52160949662516078556178806805e-1,
          2.01365400804030348374776537501e-1, 4.47106157277725905176885569043e-2},
    .c = {0, 0.0526001519587677318785587544488, 0.0789002279381515978178381316732,
          0.11835034190722739672675719751, 0.281649658092772603273242802491,
          0.333333333333333333333333333333, 0.25, 0.307692307692307692307692307693,
          0.651282051282051282051282051309, 0.600000000000000000000000000045,
          0.8571428571428571428571428572, 0.999999999999999999999999999976},
    .claims = {.a_stable = false,
               .at_infinity = std::numeric_limits<double>::infinity(),
               .y_stable = 5.96035981170277940,
               .dissipation = -2.26010408e-8,
               .dissipation_order = 9,
               .dispersion = -6.40397222e-8,
               .dispersion_order = 8},
    .embedded = {
        .order = 5,
        .b = {0.0411736891223738815055525466763, 0, 0, 0, 0, 5.67546933912861332216170925866,
              2.38727684897175057456422398564, -7.4655811424655713184287418377,
              0.66149321570779357609756479137, -0.486340068375533557585910690905,
              0.119442194318914635909069111371, 0.0670659235916588857765328353543}}};

// 'stiffbench new row explicit NAME' writes a row here, and its name into the list.

/// Every explicit Runge-Kutta method.
inline constexpr auto explicit_rows =
    std::tie(explicit_euler, rk4, bogacki_shampine, dopri5, dop853);

}  // namespace stiffbench::tableaus
