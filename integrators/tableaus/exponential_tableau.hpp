#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

namespace stiffbench {

/// One stage of an exponential Rosenbrock method: its position, in steps, and the weights of
/// phi_3(hJ) and phi_4(hJ) with which its remainder contributes to the step.
struct ExponentialStage {
  double c, phi_3, phi_4 = 0;
};

/// The term of F with which a stage starts, weight h phi_k(c h J) F. A weight of zero means the
/// exponential Euler method to the stage's own c, c h phi_1(c h J) F.
struct ExponentialStart {
  int k = 1;
  double c = 0, weight = 0;
};

/// One term of a stage that depends on an earlier one: the remainder of the stage `from`
/// contributes weight h phi_k(c h J) R_from to the stage `to`. Both are indices into
/// ExponentialTableau::later; a `to` beyond the last stage is the step itself. A weight of zero
/// means no term.
struct ExponentialCoupling {
  int from = 0, to = 0, k = 0;
  double c = 0, weight = 0;
};

/// A term weight h phi_k(c h J) R_from of the step or of its embedded method.
struct RemainderTerm {
  int from = 0, k = 0;
  double c = 0, weight = 0;
};

/// A second result from the same stages, which has no other terms than these beside the exponential
/// Euler step; its difference from the first estimates the error of a step. Order 0: there is none.
template <int S>
struct EmbeddedExponential {
  int order = 0;
  std::array<RemainderTerm, S> terms = {};
};

/// An exponential Rosenbrock method whose stages start from the exponential Euler method. With F
/// and J the right-hand side and its Jacobian at u_n, and R_i = F(U_i) - F - J (U_i - u),
///   U_i = u + c_i h phi_1(c_i h J) F + h sum_j a_ij(hJ) R_j,
///   u+ = u + h phi_1(hJ) F + h sum_i (phi_3_i phi_3(hJ) + phi_4_i phi_4(hJ)) R_i.
/// The a_ij are the sums of `couplings`. Order 3 for stiff problems requires sum_i b_i c_i^2 = 2
/// phi_3 of the functions b_i in the last sum. Order 4 also requires sum_i b_i c_i^3 = 6 phi_4
/// (Luan, Ostermann, 10.1016/j.camwa.2016.01.020), or that both sides agree at J = 0
/// (superconvergence). Order 5 also requires sum_i b_i c_i^4 = 24 phi_5 and sum_i b_i c_i J (sum_j
/// a_ij c_j^2 / 2 - c_i^3 phi_3(c_i h J)) = 0, here at J = 0.
///
/// Weights of other functions than phi_3 and phi_4 of hJ are `couplings` to the step, and a stage
/// may start with another function of F than the exponential Euler method (`starts`). The order of
/// such a method may be that of the classical theory, for h |J| -> 0; stiff_order is then lower.
template <int S>
struct ExponentialTableau {
  const char *name, *title, *doi;
  int order;
  std::array<ExponentialStage, S - 1> later;  ///< without the first stage, which is u_n itself
  std::array<ExponentialCoupling, S + 1> couplings = {};  ///< in the order of `from`
  std::array<ExponentialStart, S - 1> starts = {};
  EmbeddedExponential<S> embedded = {};
  int stiff_order = order;

  static constexpr int stages = S;
  constexpr auto coefficients() const {
    return std::tie(order, later, couplings, starts, embedded.order, embedded.terms);
  }
};

/// The coefficients of an exponential Rosenbrock method with any number of stages; the data outlive
/// it.
struct ExponentialScheme {
  std::span<const ExponentialStage> later = {};
  std::span<const ExponentialCoupling> couplings = {};
  std::span<const ExponentialStart> starts = {};  ///< empty: every stage starts by its c
  int embedded_order = 0;
  std::span<const RemainderTerm> embedded = {};

  ExponentialScheme() = default;
  explicit ExponentialScheme(std::span<const ExponentialStage> stages) : later(stages) {}
  template <int S>
  explicit ExponentialScheme(const ExponentialTableau<S>& table)
      : later(table.later),
        couplings(table.couplings),
        starts(table.starts),
        embedded_order(table.embedded.order),
        embedded(table.embedded.terms) {}

  /// The function of F with which stage i starts.
  ExponentialStart start(std::size_t i) const {
    if (i < starts.size() && starts[i].weight != 0) return starts[i];
    return {1, later[i].c, later[i].c};
  }
  /// The terms of remainders in the step, without those that are zero.
  std::vector<RemainderTerm> step_terms() const;
  /// The terms of the step less those of the embedded method, in the order of `from`.
  std::vector<RemainderTerm> error_terms() const;
};

inline std::vector<RemainderTerm> ExponentialScheme::step_terms() const {
  std::vector<RemainderTerm> terms;
  for (int i = 0; i < static_cast<int>(later.size()); ++i) {
    const ExponentialStage& stage = later[static_cast<std::size_t>(i)];
    if (stage.phi_3 != 0) terms.push_back({i, 3, 1, stage.phi_3});
    if (stage.phi_4 != 0) terms.push_back({i, 4, 1, stage.phi_4});
    for (const ExponentialCoupling& term : couplings)
      if (term.weight != 0 && term.from == i && term.to == static_cast<int>(later.size()))
        terms.push_back({i, term.k, term.c, term.weight});
  }
  return terms;
}

inline std::vector<RemainderTerm> ExponentialScheme::error_terms() const {
  std::vector<RemainderTerm> terms = step_terms();
  for (const RemainderTerm& other : embedded) {
    const auto same = std::ranges::find_if(terms, [&](const RemainderTerm& term) {
      return term.from == other.from && term.k == other.k && term.c == other.c;
    });
    if (same != terms.end())
      same->weight -= other.weight;
    else
      terms.push_back({other.from, other.k, other.c, -other.weight});
  }
  std::erase_if(terms, [](const RemainderTerm& term) { return term.weight == 0; });
  std::ranges::stable_sort(terms, {}, &RemainderTerm::from);
  return terms;
}

namespace tableaus {

/// The weights of two independent stages at c2 and c3 steps that meet both conditions of order 4:
/// the parallel family of Luan and Ostermann. The nodes must be different and not zero.
constexpr std::array<ExponentialStage, 2> parallel_stages(double c2, double c3) {
  const double p = 1 / (c2 * c2 * (c3 - c2)), q = 1 / (c3 * c3 * (c2 - c3));
  return {{{c2, 2 * c3 * p, -6 * p}, {c3, 2 * c2 * q, -6 * q}}};
}

/// The method of order 3 whose weights are those of phi_3 alone. Where two stages meet sum_i b_i
/// c_i^2 = 2 phi_3 with functions of both, the part of phi_4 adds nothing to that sum.
template <std::size_t N>
constexpr EmbeddedExponential<static_cast<int>(N) + 1> without_phi_4(
    const std::array<ExponentialStage, N>& later) {
  EmbeddedExponential<static_cast<int>(N) + 1> embedded{.order = 3};
  for (std::size_t i = 0; i < N; ++i)
    embedded.terms[i] = {static_cast<int>(i), 3, 1, later[i].phi_3};
  return embedded;
}

}  // namespace tableaus
}  // namespace stiffbench
