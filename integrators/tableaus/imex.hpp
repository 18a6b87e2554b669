#pragma once

#include "integrators/tableaus/runge_kutta.hpp"

#include <array>
#include <tuple>

namespace stiffbench {

/// An additive Runge-Kutta method of S stages for y' = E(y, t) + I(y), with weights and nodes
/// shared by both parts:
///   y_i = y + h sum_j (a_explicit_ij E_j + a_implicit_ij I_j),   y+ = y + h sum_i b_i (E_i + I_i).
/// The first stage is y; the others have one diagonal a_implicit_ii.
template <int S>
struct ImexTableau {
  const char *name, *title, *doi;
  int order;
  std::array<std::array<double, S>, S> a_explicit, a_implicit;
  std::array<double, S> b, c;
  EmbeddedMethod<S> embedded = {};

  static constexpr int stages = S;
  constexpr auto coefficients() const {
    return std::tie(order, a_explicit, a_implicit, b, c, embedded.order, embedded.b);
  }
};

namespace tableaus {

/// Kennedy, Carpenter 2003. The implicit part is L-stable and stiffly accurate, with stages of
/// order 2.
inline constexpr double ark324_gamma = 1767732205903. / 4055673282236;
inline constexpr ImexTableau<4> ark324l2sa{
    .name = "ark324l2sa",
    .title = "implicit-explicit Runge-Kutta method ARK3(2)4L[2]SA (Kennedy, Carpenter)",
    .doi = "10.1016/S0168-9274(02)00138-1",
    .order = 3,
    .a_explicit = {{{},
                    {1767732205903. / 2027836641118},
                    {5535828885825. / 10492691773637, 788022342437. / 10882634858940},
                    {6485989280629. / 16251701735622, -4246266847089. / 9704473918619,
                     10755448449292. / 10357097424841}}},
    .a_implicit = {{{},
                    {ark324_gamma, ark324_gamma},
                    {2746238789719. / 10658868560708, -640167445237. / 6845629431997, ark324_gamma},
                    {1471266399579. / 7840856788654, -4482444167858. / 7529755066697,
                     11266239266428. / 11593286722821, ark324_gamma}}},
    .b = {1471266399579. / 7840856788654, -4482444167858. / 7529755066697,
          11266239266428. / 11593286722821, ark324_gamma},
    .c = {0, 1767732205903. / 2027836641118, 3. / 5, 1},
    .embedded = {.order = 2,
                 .b = {2756255671327. / 12835298489170, -10771552573575. / 22201958757719,
                       9247589265047. / 10645013368117, 2193209047091. / 5459859503100}}};

/// Kennedy, Carpenter 2003, as SUNDIALS has it, with 17 digits.
inline constexpr ImexTableau<6> ark436l2sa{
    .name = "ark436l2sa",
    .title = "implicit-explicit Runge-Kutta method ARK4(3)6L[2]SA (Kennedy, Carpenter)",
    .doi = "10.1016/S0168-9274(02)00138-1",
    .order = 4,
    .a_explicit = {{{0, 0, 0, 0, 0, 0},
                    {0.5, 0, 0, 0, 0, 0},
                    {0.221776, 0.110224, 0, 0, 0, 0},
                    {-0.04884659515311858, -0.177720652326401, 0.84656724747951961, 0, 0, 0},
                    {-0.15541685842491548, -0.3567050098221991, 1.0587258798684427,
                     0.30339598837867193, 0, 0},
                    {0.20142435067267633, 0.0087420578429041849, 0.15993995707168115,
                     0.40382906052207751, 0.22606457389066084, 0}}},
    .a_implicit = {{{0, 0, 0, 0, 0, 0},
                    {0.25, 0.25, 0, 0, 0, 0},
                    {0.13777600000000001, -0.055775999999999999, 0.25, 0, 0, 0},
                    {0.14463686602698217, -0.22393190761334475, 0.44929504158636258, 0.25, 0, 0},
                    {0.098258783283564771, -0.59154424281967044, 0.81012105382829958,
                     0.28316440570780599, 0.25, 0},
                    {0.15791629516167136, 0, 0.18675894052400077, 0.68056529530933463,
                     -0.27524053099500667, 0.25}}},
    .b = {0.15791629516167136, 0, 0.18675894052400077, 0.68056529530933463, -0.27524053099500667,
          0.25},
    .c = {0, 0.5, 0.332, 0.62, 0.85, 1},
    .embedded = {.order = 3,
                 .b = {4586570599. / 29645900160, 0, 178811875. / 945068544,
                       814220225. / 1159782912, -3700637. / 11593932, 61727. / 225920}}};

// 'stiffbench new row imex NAME' writes a row here, and its name into the list.

/// Every additive Runge-Kutta method.
inline constexpr auto imex_rows = std::tie(ark324l2sa, ark436l2sa);

}  // namespace tableaus
}  // namespace stiffbench
