// The order conditions of exponential Rosenbrock methods. As J is exact, the classical conditions
// are those of the trees whose root has a nonlinear child; they follow from u' = F(u) with
//   F(u_n + w) = F + J w + R(w),   R(w) = F''(w, w)/2 + F'''(w, w, w)/6 + ...,
// by comparing powers of h in h sum_i b_i(hJ) R(U_i - u_n) and in the integral of e^((h-s)J)
// R(u(s) - u_n). The stiff ones are those of Luan, Ostermann (10.1016/j.camwa.2016.01.020).

#include "integrators/tableaus/check/broken_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace stiffbench {
namespace {

constexpr double tolerance = 1e-12;

/// The coefficient of z^m in phi_k(c z).
double coefficient(int k, double c, int m) { return std::pow(c, m) / std::tgamma(k + m + 1); }

/// The powers of h in a scheme's stages and in one of its results.
class Series {
 public:
  Series(const ExponentialScheme& scheme, std::span<const RemainderTerm> terms)
      : scheme_(scheme), terms_(terms) {}

  double c(std::size_t i) const { return scheme_.later[i].c; }
  /// The coefficient of h^(m+1) J^m F in stage i.
  double flux(std::size_t i, int m) const {
    const ExponentialStart start = scheme_.start(i);
    return start.weight * coefficient(start.k, start.c, m);
  }
  /// The sum over j of a_ij(0) c_j^2 / 2.
  double coupled(std::size_t i) const {
    double sum = 0;
    for (const ExponentialCoupling& term : scheme_.couplings)
      if (term.weight != 0 && static_cast<std::size_t>(term.to) == i)
        sum += term.weight * coefficient(term.k, term.c, 0) *
               std::pow(c(static_cast<std::size_t>(term.from)), 2) / 2;
    return sum;
  }
  /// The sum over i of the coefficient of z^m in b_i(z), times value(i).
  double weighted(int m, auto&& value) const {
    double sum = 0;
    for (const RemainderTerm& term : terms_)
      sum +=
          term.weight * coefficient(term.k, term.c, m) * value(static_cast<std::size_t>(term.from));
    return sum;
  }
  double moment(int m, int power) const {
    return weighted(m, [&](std::size_t i) { return std::pow(c(i), power); });
  }
  /// The functions phi_k(c z) in sum_i b_i(z) c_i^2, by (k, c), with their factors.
  std::map<std::pair<int, double>, double> second_moment() const {
    std::map<std::pair<int, double>, double> factors;
    for (const RemainderTerm& term : terms_)
      if (term.weight != 0)
        factors[{term.k, term.c}] +=
            term.weight * std::pow(c(static_cast<std::size_t>(term.from)), 2);
    return factors;
  }
  std::size_t stages() const { return scheme_.later.size(); }

 private:
  const ExponentialScheme& scheme_;
  std::span<const RemainderTerm> terms_;
};

bool is(double actual, double expected) { return std::abs(actual - expected) < tolerance; }

/// The order in the classical theory, from 2 to 5.
int classical_order(const Series& s) {
  for (std::size_t i = 0; i < s.stages(); ++i)
    if (!is(s.flux(i, 0), s.c(i))) return 1;
  if (!is(s.moment(0, 2), 1. / 3)) return 2;
  const auto weighted = [&](auto&& value) { return s.weighted(0, value); };
  if (!is(s.moment(0, 3), 1. / 4) || !is(s.moment(1, 2), 1. / 12) ||
      !is(weighted([&](auto i) { return s.c(i) * s.flux(i, 1); }), 1. / 8))
    return 3;
  const bool order_5 =
      is(s.moment(0, 4), 1. / 5) && is(s.moment(1, 3), 1. / 20) && is(s.moment(2, 2), 1. / 60) &&
      is(weighted([&](auto i) { return s.c(i) * s.c(i) * s.flux(i, 1); }), 1. / 10) &&
      is(weighted([&](auto i) { return s.flux(i, 1) * s.flux(i, 1); }), 1. / 20) &&
      is(weighted([&](auto i) { return s.c(i) * s.flux(i, 2); }), 1. / 30) &&
      is(weighted([&](auto i) { return s.c(i) * s.coupled(i); }), 1. / 30) &&
      is(s.weighted(1, [&](auto i) { return s.c(i) * s.flux(i, 1); }), 1. / 40);
  return order_5 ? 5 : 4;
}

/// The order for stiff problems, from 2 to 5.
int stiff_order(const Series& s) {
  for (const auto& [function, factor] : s.second_moment())
    if (std::abs(factor - (function == std::pair{3, 1.} ? 2 : 0)) >
        (function.first == 3 ? tolerance : 1e-10))
      return 2;
  if (s.second_moment().empty()) return 2;
  // Order 4 holds in a weak sense, as for exprb42: 1.5 phi_3(0) = 6 phi_4(0).
  if (!is(s.moment(0, 3), 6. / 24)) return 3;
  // The same at J = 0 of both conditions of order 5; in the second a stage without couplings has
  // only the last term.
  const double stages =
      s.weighted(0, [&](auto i) { return s.c(i) * (s.coupled(i) - std::pow(s.c(i), 3) / 6); });
  return is(s.moment(0, 4), 24. / 120) && is(stages, 0) ? 5 : 4;
}

void require_order(const char* which, int actual, int claimed, BrokenClaims& all) {
  if (actual != claimed)
    all.push_back(fmt::format("the {} is {}, and claimed {}", which, actual, claimed));
}

}  // namespace

BrokenClaims broken_claims(const ExponentialScheme& scheme, std::span<const RemainderTerm> terms,
                           int order, int stiff) {
  BrokenClaims all;
  const Series series(scheme, terms);
  require_order("order", classical_order(series), order, all);
  if (stiff > 0) require_order("order for stiff problems", stiff_order(series), stiff, all);
  const auto stages = static_cast<int>(scheme.later.size());
  for (const ExponentialCoupling& term : scheme.couplings)
    if (term.weight != 0 && (term.from >= term.to || term.to > stages))
      all.push_back("a stage depends on itself or on a later one");
  return all;
}

BrokenClaims broken_claims_of_embedded(const ExponentialScheme& scheme,
                                       std::span<const RemainderTerm> terms, bool is_stiff,
                                       int order) {
  return broken_claims(scheme, terms, order, is_stiff ? order : 0);
}

}  // namespace stiffbench
