#pragma once

#include <array>
#include <tuple>

namespace stiffbench {

/// A second result from the same stages; its difference from the first estimates the error of a
/// step. Order 0: there is none.
template <int S>
struct EmbeddedNystrom {
  int order = 0;
  std::array<double, S> b_position = {}, b_velocity = {};
};

/// An explicit Runge-Kutta-Nystroem method of S stages for M x'' = f(x, t), with accelerations a_i
/// = M^-1 f at t + c_i h and
///   x_i = x + c_i h v + h^2 sum_j a_ij a_j,
///   x+ = x + h v + h^2 sum_i b_position_i a_i,   v+ = v + h sum_i b_velocity_i a_i.
template <int S>
struct NystromTableau {
  const char *name, *title, *doi;
  int order;
  std::array<std::array<double, S>, S> a;
  std::array<double, S> b_position, b_velocity, c;
  /// No oscillation grows for 0 <= h omega <= y_stable.
  double y_stable;
  EmbeddedNystrom<S> embedded = {};

  static constexpr int stages = S;
  constexpr auto coefficients() const {
    return std::tie(order, a, b_position, b_velocity, c, embedded.order, embedded.b_position,
                    embedded.b_velocity);
  }
  /// True when the last stage is at the result of the step, so that the next step shares its force.
  constexpr bool last_stage_is_result() const { return a[S - 1] == b_position && c[S - 1] == 1; }
};

namespace tableaus {

/// Nystroem 1925 (Hairer, Norsett, Wanner, section II.14). It loses energy within its bound.
inline constexpr NystromTableau<3> nystrom4{
    .name = "nystrom4",
    .title = "Runge-Kutta-Nystroem method of order 4 (Nystroem)",
    .doi = "10.1007/978-3-540-78862-1",
    .order = 4,
    .a = {{{}, {1. / 8}, {0, 1. / 2}}},
    .b_position = {1. / 6, 1. / 3, 0},
    .b_velocity = {1. / 6, 2. / 3, 1. / 6},
    .c = {0, 1. / 2, 1},
    .y_stable = 2.58651889451956155};

/// Nystroem 1925 (Hairer, Norsett, Wanner, section II.14). Oscillations grow.
inline constexpr NystromTableau<4> nystrom5{
    .name = "nystrom5",
    .title = "Runge-Kutta-Nystroem method of order 5 (Nystroem)",
    .doi = "10.1007/978-3-540-78862-1",
    .order = 5,
    .a = {{{}, {1. / 50}, {-1. / 27, 7. / 27}, {3. / 10, -2. / 35, 9. / 35}}},
    .b_position = {14. / 336, 100. / 336, 54. / 336, 0},
    .b_velocity = {14. / 336, 125. / 336, 162. / 336, 35. / 336},
    .c = {0, 1. / 5, 2. / 3, 1},
    .y_stable = 0};

/// Dormand, El-Mikkawy, Prince 1987: the pair RKN6(4)6FD of orders 6 and 4. Its coefficients are in
/// the field of sqrt 8581, here with 30 digits. Oscillations grow.
inline constexpr NystromTableau<6> rkn6{
    .name = "rkn6",
    .title = "Runge-Kutta-Nystroem method of order 6 (Dormand, El-Mikkawy, Prince)",
    .doi = "10.1093/imanum/7.4.423",
    .order = 6,
    .a = {{{},
           {0.00835871528396802532822102346743},
           {0.0111449537119573671042946979566, 0.0222899074239147342085893959132},
           {0.145474742801091785895935232316, -0.229860640522647473120261456297,
            0.309034987202967536528726080729},
           {-0.207668262950789954335146205252, 0.686366784292514312273571851042,
            -0.199549277872349252201326358888, 0.125850756530624894262900713098},
           {0.0781101614434947768281101614435, 0, 0.2882917411897667776841772093,
            0.122425537174570410182422422005, 0.011172560192168035305290207251}}},
    .b_position = {0.0781101614434947768281101614435, 0, 0.2882917411897667776841772093,
                   0.122425537174570410182422422005, 0.011172560192168035305290207251, 0},
    .b_velocity = {0.0781101614434947768281101614435, 0, 0.388843478705982602715952208523,
                   0.371320757928842267403035557523, 0.11172560192168035305290207251, 0.05},
    .c = {0, 0.129295903136704415288990053209, 0.258591806273408830577980106418,
          0.670297082615480058310908782471, 0.9, 1},
    .y_stable = 0,
    .embedded = {
        .order = 4,
        .b_position = {1.05885926037041827822001005886, -2.40675137192445205319176777632,
                       1.84789211155403377497175771746, 0, 0, 0},
        .b_velocity = {0.0546058879392212725546058879392, 0, 0.46126678590362684429468353488,
                       0.195880859479312656291875875209, 0.388246466677839226858834701972, -0.1}}};

// 'stiffbench new row nystrom NAME' writes a row here, and its name into the list.

/// Every explicit Runge-Kutta-Nystroem method.
inline constexpr auto nystrom_rows = std::tie(nystrom4, nystrom5, rkn6);

}  // namespace tableaus
}  // namespace stiffbench
