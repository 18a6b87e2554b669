#pragma once

#include "integrators/tableaus/rosenbrock_tableau.hpp"

namespace stiffbench::tableaus {

/// The gamma of ROS3PL, ROS3PRL2 and sdirk3, with which four stages of order 3 can be L-stable.
inline constexpr double ros3_gamma = 0.435866521508458999416019451194;

/// Baraff, Witkin 1998: one update of Newton's iteration for implicit Euler. The paper has no loads
/// in time and no term of df/dt, which Rosenbrock methods have.
inline constexpr RosenbrockTableau<1> linearly_implicit_euler{
    .name = "linearly_implicit_euler",
    .title = "linearly implicit Euler (Baraff, Witkin)",
    .doi = "10.1145/280814.280821",
    .order = 1,
    .gamma = 1,
    .a = {{{0}}},
    .c = {{{0}}},
    .m = {1},
    .claims = {.dissipation = -0.5, .dissipation_order = 1, .dispersion = -1. / 3}};

/// Verwer, Spee, Blom, Hundsdorfer 1999, with gamma = 1 - 1/sqrt 2: of the two values that make R
/// L-stable the one that damps slow modes less. It keeps order 2 with any matrix in place of the
/// Jacobian.
inline constexpr double ros2_gamma = 0.292893218813452475599155637895;
inline constexpr RosenbrockTableau<2> ros2{
    .name = "ros2",
    .title = "Rosenbrock method ROS2, order 2, L-stable (Verwer et al.)",
    .doi = "10.1137/S1064827597326651",
    .order = 2,
    .gamma = ros2_gamma,
    .a = {{{0, 0}, {3.41421356237309504880168872421, 0}}},
    .c = {{{0, 0}, {-6.82842712474619009760337744842, 0}}},
    .m = {5.12132034355964257320253308631, 1.70710678118654752440084436210},
    .claims = {.dissipation = -0.00367965644, .dissipation_order = 3, .dispersion = -0.0404401145}};

/// Lang, Teleaga 2008. It keeps order 3 with an inexact Jacobian, J + O(h), and has order 2 with an
/// arbitrary matrix. The embedded methods of ROS3PL and ROS3PRL2 are ours: b_4 = 0.3 and order 2,
/// with the error 1/40 in the condition b alpha^2 = 1/3; R(infinity) = -0.298.
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

/// Hairer, Wanner, section IV.10: the formula of the program RODAS. It needs the exact Jacobian.
inline constexpr RosenbrockTableau<6> rodas4{
    .name = "rodas4",
    .title = "Rosenbrock method RODAS, order 4, L-stable (Hairer, Wanner)",
    .doi = "10.1007/978-3-642-05221-7",
    .order = 4,
    .gamma = 0.25,
    .a = {{{0, 0, 0, 0, 0, 0},
           {1.544, 0, 0, 0, 0, 0},
           {0.9466785280815826, 0.2557011698983284, 0, 0, 0, 0},
           {3.314825187068521, 2.896124015972201, 0.9986419139977817, 0, 0, 0},
           {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 0, 0},
           {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1, 0}}},
    .c = {{{0, 0, 0, 0, 0, 0},
           {-5.6688, 0, 0, 0, 0, 0},
           {-2.430093356833875, -0.2063599157091915, 0, 0, 0, 0},
           {-0.1073529058151375, -9.594562251023355, -20.47028614809616, 0, 0, 0},
           {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160, 0, 0},
           {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
            -6.058818238834054, 0}}},
    .m = {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1, 1},
    .claims = {.stiffly_accurate = true,
               .dissipation = -8.71222496e-5,
               .dissipation_order = 5,
               .dispersion = -7.26363140e-4,
               .dispersion_order = 4},
    .embedded = {
        .order = 3,
        .b = {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1, 0}}};

/// Steinebach 2023, made against order reduction on very stiff problems. On linear problems
/// without loads in time it has order 6. It needs the exact Jacobian.
inline constexpr RosenbrockTableau<8> rodas5p{
    .name = "rodas5p",
    .title = "Rosenbrock method Rodas5P, order 5, L-stable (Steinebach)",
    .doi = "10.1007/s10543-023-00967-x",
    .order = 5,
    .gamma = 0.21193756319429014,
    .a = {{{0, 0, 0, 0, 0, 0, 0, 0},
           {3.0, 0, 0, 0, 0, 0, 0, 0},
           {2.849394379747939, 0.45842242204463923, 0, 0, 0, 0, 0, 0},
           {-6.954028509809101, 2.489845061869568, -10.358996098473584, 0, 0, 0, 0, 0},
           {2.8029986275628964, 0.5072464736228206, -0.3988312541770524, -0.04721187230404641, 0, 0,
            0, 0},
           {-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256,
            0.030198172008377946, 0, 0, 0},
           {-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256,
            0.030198172008377946, 1, 0, 0},
           {-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256,
            0.030198172008377946, 1, 1, 0}}},
    .c = {{{0, 0, 0, 0, 0, 0, 0, 0},
           {-14.155112264123755, 0, 0, 0, 0, 0, 0, 0},
           {-17.97296035885952, -2.859693295451294, 0, 0, 0, 0, 0, 0},
           {147.12150275711716, -1.41221402718213, 71.68940251302358, 0, 0, 0, 0, 0},
           {165.43517024871676, -0.4592823456491126, 42.90938336958603, -5.961986721573306, 0, 0, 0,
            0},
           {24.854864614690072, -3.0009227002832186, 47.4931110020768, 5.5814197821558125,
            -0.6610691825249471, 0, 0, 0},
           {30.91273214028599, -3.1208243349937974, 77.79954646070892, 34.28646028294783,
            -19.097331116725623, -28.087943162872662, 0, 0},
           {37.80277123390563, -3.2571969029072276, 112.26918849496327, 66.9347231244047,
            -40.06618937091002, -54.66780262877968, -9.48861652309627, 0}}},
    .m = {-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256,
          0.030198172008377946, 1, 1, 1},
    .claims = {.stiffly_accurate = true,
               .dissipation = -1.25500518e-5,
               .dissipation_order = 7,
               .dispersion = 1.01534920e-5,
               .dispersion_order = 6},
    .embedded = {.order = 4,
                 .b = {-7.502846399306121, 2.561846144803919, -11.627539656261098,
                       -0.18268767659942256, 0.030198172008377946, 1, 1, 0}}};

// 'stiffbench new row rosenbrock NAME' writes a row here, and its name into the list.

/// Every Rosenbrock method.
inline constexpr auto rosenbrock_rows =
    std::tie(linearly_implicit_euler, ros2, ros3pl, ros3prl2, rodas4, rodas5p);

}  // namespace stiffbench::tableaus
