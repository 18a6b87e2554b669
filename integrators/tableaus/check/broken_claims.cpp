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

Eigen::MatrixXd with_explicit_start(const Eigen::MatrixXd& a) {
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(a.rows() + 1, a.cols() + 1);
  all.bottomRightCorner(a.rows(), a.cols()) = a;
  return all;
}

Eigen::VectorXd with_rest(const Eigen::VectorXd& b) {
  Eigen::VectorXd all(b.size() + 1);
  all << 1 - b.sum(), b;
  return all;
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

}  // namespace stiffbench
