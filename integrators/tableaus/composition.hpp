#pragma once

#include <array>
#include <tuple>

namespace stiffbench {

/// A splitting method for M x'' = f(x, t) that makes kicks v += kicks_i h M^-1 f(x, t) and drifts
/// x += drifts_i h v, t += drifts_i h in turns, the first kick first. It is symplectic.
/// Compositions of velocity Verlet have this form.
template <int S>
struct Composition {
  const char *name, *title, *doi;
  int order;
  std::array<double, S> drifts;
  std::array<double, S + 1> kicks;
  /// No oscillation grows for 0 <= h omega <= y_stable.
  double y_stable;

  static constexpr int stages = S;  ///< forces per step: the first kick shares that of the last
  constexpr auto coefficients() const { return std::tie(order, drifts, kicks); }
};

namespace tableaus {

/// The symmetric composition of S steps c_i h of velocity Verlet. `half` has the first (S+1)/2
/// coefficients without the middle one, which makes the sum 1.
template <std::size_t H>
constexpr Composition<static_cast<int>(2 * H + 1)> composed_verlet(
    const char* name, const char* title, const char* doi, int order,
    const std::array<double, H>& half, double y_stable) {
  constexpr std::size_t steps = 2 * H + 1;
  Composition<static_cast<int>(steps)> result{name, title, doi, order, {}, {}, y_stable};
  double middle = 1;
  for (std::size_t i = 0; i < H; ++i) {
    middle -= 2 * half[i];
    result.drifts[i] = result.drifts[steps - 1 - i] = half[i];
  }
  result.drifts[H] = middle;
  for (std::size_t i = 0; i <= steps; ++i)
    result.kicks[i] =
        0.5 * ((i > 0 ? result.drifts[i - 1] : 0) + (i < steps ? result.drifts[i] : 0));
  return result;
}

/// The triple jump (Yoshida 1990; Forest, Ruth 1990).
inline constexpr auto yoshida4 =
    composed_verlet("yoshida4", "composition of velocity Verlet, order 4, triple jump (Yoshida)",
                    "10.1016/0375-9601(90)90092-3", 4, std::array{1.35120719195965763404768780897},
                    1.57340194743454006);

/// Suzuki's fractal of five steps: shorter ones than those of yoshida4.
inline constexpr auto suzuki4 =
    composed_verlet("suzuki4", "composition of velocity Verlet, order 4, five steps (Suzuki)",
                    "10.1016/0375-9601(90)90962-N", 4,
                    std::array{0.414490771794375737142354062860, 0.414490771794375737142354062860},
                    2.72097453856014969);

/// McLachlan 1995: five steps of symplectic Euler's method, each with its adjoint, with the
/// coefficients (14 - sqrt 19)/108, (146 + 5 sqrt 19)/540, (-23 - 20 sqrt 19)/270, (-2 + 10 sqrt
/// 19)/135, 1/5 and their mirror image.
inline constexpr Composition<5> mclachlan4{
    "mclachlan4",
    "composition of symplectic Euler with its adjoint, order 4 (McLachlan)",
    "10.1137/0916010",
    4,
    {0.4, -0.1, 0.4, -0.1, 0.4},
    {0.0892694542264752448866946112606, -0.0973360426368955080153599433983,
     0.508066588410420263128665332138, 0.508066588410420263128665332138,
     -0.0973360426368955080153599433983, 0.0892694542264752448866946112606},
    3.03550121822474748};

/// Solution A of Yoshida 1990.
inline constexpr auto yoshida6 = composed_verlet(
    "yoshida6", "composition of velocity Verlet, order 6, seven steps (Yoshida)",
    "10.1016/0375-9601(90)90092-3", 6,
    std::array{0.78451361047755726382, 0.23557321335935813368, -1.1776799841788710069},
    2.26905799639765942);

/// McLachlan 1995: nine steps, two more than order 6 needs, for a smaller error.
inline constexpr auto mclachlan6 = composed_verlet(
    "mclachlan6", "composition of velocity Verlet, order 6, nine steps (McLachlan)",
    "10.1137/0916010", 6,
    std::array{.1867, .55549702371247839916, .12946694891347535806, -.84326562338773460855},
    2.70310061208173767);

/// Kahan, Li 1997: nine steps, the largest of which is shorter than that of mclachlan6.
inline constexpr auto kahan_li6 =
    composed_verlet("kahan_li6", "composition of velocity Verlet, order 6, nine steps (Kahan, Li)",
                    "10.1090/S0025-5718-97-00873-9", 6,
                    std::array{.39216144400731413928, .33259913678935943860, -.70624617255763935981,
                               .08221359629355080023},
                    2.53262738833429701);

/// Suzuki, Umeno 1993, as listed by Hairer, Lubich, Wanner (Geometric Numerical Integration, V.3).
inline constexpr auto composition8 =
    composed_verlet("composition8", "composition of velocity Verlet, order 8 (Suzuki, Umeno)",
                    "10.1007/978-3-642-78448-4_7", 8,
                    std::array{.74167036435061295344822780, -.40910082580003159399730010,
                               .19075471029623837995387626, -.57386247111608226665638773,
                               .29906418130365592384446354, .33462491824529818378495798,
                               .31529309239676659663205666},
                    3.39323426846414935);

/// McLachlan, Atela 1992: the most accurate one of four stages that uses that kicks commute with
/// their second commutators (a Runge-Kutta-Nystroem method). It is not symmetric.
inline constexpr Composition<4> mclachlan_atela4{
    "mclachlan_atela4",
    "symplectic Runge-Kutta-Nystroem method of order 4 (McLachlan, Atela)",
    "10.1088/0951-7715/5/2/011",
    4,
    {.5153528374311229364, -.085782019412973646, .4415830236164665242, .1288461583653841854},
    {.1344961992774310892, -.2248198030794208058, .7563200005156682911, .3340036032863214255, 0},
    3.03894887789511537};

/// Blanes, Moan 2002, table 3: SRKN_6^b.
inline constexpr Composition<6> blanes_moan4{
    "blanes_moan4",
    "symplectic Runge-Kutta-Nystroem method of order 4 (Blanes, Moan)",
    "10.1016/S0377-0427(01)00492-7",
    4,
    {0.245298957184271, 0.604872665711080, -0.350171622895351, -0.350171622895351,
     0.604872665711080, 0.245298957184271},
    {0.0829844064174052, 0.396309801498368, -0.0390563049223486, 0.1195241940131508,
     -0.0390563049223486, 0.396309801498368, 0.0829844064174052},
    3.16346506655818670};

/// Blanes, Moan 2002, table 3: SRKN_11^b. Beyond y_stable the oscillations near h omega = pi grow
/// by 4e-4 a step, and the others not before h omega = 6.3.
inline constexpr Composition<11> blanes_moan6{
    "blanes_moan6",
    "symplectic Runge-Kutta-Nystroem method of order 6 (Blanes, Moan)",
    "10.1016/S0377-0427(01)00492-7",
    6,
    {0.123229775946271, 0.290553797799558, -0.127049212625417, -0.246331761062075,
     0.357208872795928, 0.20477705429147, 0.357208872795928, -0.246331761062075, -0.127049212625417,
     0.290553797799558, 0.123229775946271},
    {0.0414649985182624, 0.198128671918067, -0.0400061921041533, 0.0752539843015807,
     -0.0115113874206879, 0.2366699247869311, 0.2366699247869311, -0.0115113874206879,
     0.0752539843015807, -0.0400061921041533, 0.198128671918067, 0.0414649985182624},
    3.14143108775280841};

// 'stiffbench new row composition NAME' writes a row here, and its name into the list.

/// Every method of kicks and drifts.
inline constexpr auto composition_rows =
    std::tie(yoshida4, suzuki4, mclachlan4, yoshida6, mclachlan6, kahan_li6, composition8,
             mclachlan_atela4, blanes_moan4, blanes_moan6);

}  // namespace tableaus
}  // namespace stiffbench
