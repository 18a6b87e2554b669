#include "integrators/tableaus/check/broken_claims.hpp"

#include "integrators/contract/stability.hpp"
#include "integrators/tableaus/check/order_conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

/// Claims are given to nine digits.
constexpr double claim_tolerance = 1e-7;
/// The smallest error with which a table may miss a condition of the order beyond its own.
constexpr long double least_miss(int order) { return order < 5 ? 1e-4L : 1e-6L; }

/// Collects broken claims.
struct Findings {
  BrokenClaims all;

  void require(bool holds, const std::string& words) {
    if (!holds) all.push_back(words);
  }
  void equal(const char* name, double actual, double claimed) {
    const double off = std::abs(actual - claimed);  // infinite where one of them is
    const bool holds = actual == claimed ||
                       (std::isfinite(off) && off <= claim_tolerance * std::abs(claimed) + 1e-14);
    require(holds, fmt::format("{} is {:.9g}, and claimed {:.9g}", name, actual, claimed));
  }
  void equal(const char* name, bool actual, bool claimed) {
    require(actual == claimed, fmt::format("{} is {}, and claimed {}", name, actual, claimed));
  }
};

/// `digits` is the error of the weights beyond that of 15 digits of each.
void check_order(const TreeWeights& weights, int order, Findings& findings, double digits = 0) {
  for (int n = 1; n <= order; ++n) {
    const MissedCondition missed = most_missed(weights, n);
    findings.require(std::abs(missed.off) <= missed.round_off + digits,
                     fmt::format("order {} is claimed, and the condition {} of order {} is off by "
                                 "{:.2g}",
                                 order, missed.tree, n, missed.off));
  }
  findings.require(
      std::abs(most_missed(weights, order + 1).off) > least_miss(order),
      fmt::format("order {} is claimed, and all conditions of order {} hold", order, order + 1));
}

TreeWeights weights_of(const RosenbrockMatrices& table) {
  const Eigen::MatrixXd beta = table.alpha + table.gamma;
  return {beta.cast<long double>(), table.alpha.cast<long double>(), table.b.cast<long double>()};
}

/// The errors of a table's coefficients. Published ones have 15 to 16 digits; the largest are those
/// of the inverse of gamma.
double digits_of(const RosenbrockMatrices& table) {
  const double largest =
      table.gamma.triangularView<Eigen::Lower>()
          .solve(Eigen::MatrixXd::Identity(table.gamma.rows(), table.gamma.rows()))
          .cwiseAbs()
          .maxCoeff();
  return std::max(4e-15, 4e-16 * largest);
}

void check_stability(const StabilityFunction& R, int order, const StabilityClaims& claims,
                     Findings& findings) {
  const StabilityProperties actual = R.properties();
  findings.equal("R(inf)", actual.at_infinity, claims.at_infinity);
  findings.equal("a_stable", actual.a_stable, claims.a_stable);
  findings.equal("y_stable", actual.y_stable, claims.y_stable);
  findings.require(
      actual.linear_order >= order,
      fmt::format("R(z) has order {}, and order {} is claimed", actual.linear_order, order));
  findings.equal("dissipation_order", static_cast<double>(actual.dissipation_order),
                 claims.dissipation_order);
  findings.equal("dissipation", actual.dissipation, claims.dissipation);
  findings.equal("dispersion_order", static_cast<double>(actual.dispersion_order),
                 claims.dispersion_order);
  findings.equal("dispersion", actual.dispersion, claims.dispersion);
}

/// True when `a` has coefficients that the loop of these stages does not read.
bool has_unread(const Eigen::MatrixXd& a, Stages stages) {
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      const bool is_read =
          stages == Stages::coupled || j < i || (stages == Stages::diagonally_implicit && j == i);
      if (!is_read && a(i, j) != 0) return true;
    }
  return false;
}

/// The coefficients of phi_3 and phi_4 in sum_i b_i c_i^power.
struct Moment {
  double phi_3 = 0, phi_4 = 0;

  Moment(std::span<const ExponentialStage> stages, int power) {
    for (const auto& stage : stages) {
      phi_3 += stage.phi_3 * std::pow(stage.c, power);
      phi_4 += stage.phi_4 * std::pow(stage.c, power);
    }
  }
  double at_zero() const { return phi_3 / 6 + phi_4 / 24; }  // phi_k(0) = 1/k!
};

double phi_at_zero(int k) { return 1 / std::tgamma(k + 1); }

}  // namespace

BrokenClaims broken_claims(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                           const Eigen::VectorXd& c, int order, Stages stages,
                           bool stiffly_accurate, const StabilityClaims& claims) {
  Findings findings;
  const auto A = a.cast<long double>().eval();
  const double off = (a.rowwise().sum() - c).cwiseAbs().maxCoeff();
  findings.require(off <= 1e-14 * (1 + a.cwiseAbs().maxCoeff()),
                   fmt::format("a row of a and its c differ by {:.2g}", off));
  findings.require(!has_unread(a, stages),
                   stages == Stages::explicit_steps
                       ? "a is not zero on its diagonal or above, where no explicit stage reads it"
                       : "a is not zero above its diagonal, where no stage reads it");
  if (stages == Stages::diagonally_implicit)
    findings.require(a.diagonal().minCoeff() >= 0,
                     "a has a diagonal below zero: R has a pole to the left");
  check_order({A, A, b.cast<long double>()}, order, findings);
  findings.equal("stiffly_accurate", stiffly_accurate, claims.stiffly_accurate);
  check_stability({a, b}, order, claims, findings);
  return findings.all;
}

BrokenClaims broken_claims_of_embedded(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                       int order) {
  Findings findings;
  const auto A = a.cast<long double>().eval();
  check_order({A, A, b.cast<long double>()}, order, findings);
  return findings.all;
}

BrokenClaims broken_claims_of_embedded(const RosenbrockMatrices& table, int order) {
  Findings findings;
  check_order(weights_of(table), order, findings, digits_of(table));
  return findings.all;
}

BrokenClaims broken_claims(const RosenbrockMatrices& table, int order,
                           const StabilityClaims& claims) {
  Findings findings;
  const Eigen::MatrixXd beta = table.alpha + table.gamma;
  const double digits = digits_of(table);
  check_order(weights_of(table), order, findings, digits);
  const Eigen::Index last = table.b.size() - 1;
  findings.equal("stiffly_accurate",
                 (beta.row(last).transpose() - table.b).cwiseAbs().maxCoeff() <= digits &&
                     std::abs(table.alpha_sums[last] - 1) <= digits &&
                     std::abs(table.gamma_sums[last]) <= digits,
                 claims.stiffly_accurate);
  check_stability({beta, table.b}, order, claims, findings);
  return findings.all;
}

BrokenClaims broken_claims(std::span<const ExponentialStage> later,
                           std::span<const ExponentialCoupling> couplings, int order) {
  Findings findings;
  const Moment second(later, 2), third(later, 3), fourth(later, 4);
  const bool order_3 = std::abs(second.phi_3 - 2) < 1e-12 && std::abs(second.phi_4) < 1e-10;
  // Order 4 holds in a weak sense, as for exprb42: 1.5 phi_3(0) = 6 phi_4(0).
  const bool order_4 = order_3 && std::abs(third.at_zero() - 6.0 / 24) < 1e-12;
  // The same at J = 0 of both conditions of order 5; in the second a stage without couplings has
  // only the last term.
  double stage_misses = 0;
  for (std::size_t i = 0; i < later.size(); ++i) {
    double miss = -std::pow(later[i].c, 3) / 6;
    for (const ExponentialCoupling& term : couplings)
      if (static_cast<std::size_t>(term.to) == i)
        miss += term.weight * phi_at_zero(term.k) *
                std::pow(later[static_cast<std::size_t>(term.from)].c, 2) / 2;
    stage_misses += (later[i].phi_3 / 6 + later[i].phi_4 / 24) * later[i].c * miss;
  }
  const bool order_5 =
      order_4 && std::abs(fourth.at_zero() - 24.0 / 120) < 1e-12 && std::abs(stage_misses) < 1e-12;
  findings.equal("the order for stiff problems",
                 static_cast<double>(order_5   ? 5
                                     : order_4 ? 4
                                     : order_3 ? 3
                                               : 2),
                 order);
  for (const ExponentialCoupling& term : couplings)
    findings.require(term.weight == 0 || term.from < term.to,
                     "a stage depends on itself or on a later one");
  return findings.all;
}

}  // namespace stiffbench
