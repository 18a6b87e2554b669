#include "integrators/phi/first_order/square_root.hpp"

#include "base/dense.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace stiffbench::phi {
namespace {

using dense::product;
using Eigen::MatrixXd;

constexpr int most_iterations = 100;
constexpr double eps = std::numeric_limits<double>::epsilon();

Outcome not_definite(double lowest) {
  return {Status::indefinite,
          fmt::format("formulation = sqrt needs a positive definite K0; M^-1 K0 has the eigenvalue "
                      "{:.3g} 1/s^2, and Omega no inverse",
                      lowest)};
}

MatrixXd symmetric(const MatrixXd& A) { return 0.5 * (A + A.transpose()); }

bool is_definite(const Vec& eigenvalues) {
  const auto n = eigenvalues.size();
  return eigenvalues[0] > static_cast<double>(n) * eps * eigenvalues[n - 1];
}

Outcome by_eigenvalues(const MatrixXd& A, SquareRoot& result) {
  dense::SymmetricEigen eigen(A.rows());
  eigen.decompose(A);
  if (!is_definite(eigen.values())) return not_definite(eigen.values()[0]);
  const Vec omega = eigen.values().cwiseSqrt();
  const MatrixXd &Q = eigen.vectors(), transposed = Q.transpose();
  result.root = product(Q * omega.asDiagonal(), transposed);
  result.inverse = product(Q * omega.cwiseInverse().asDiagonal(), transposed);
  return {};
}

/// Iterates M -> I, X -> sqrt(A), Y -> 1/sqrt(A); far from the limit a step is scaled by the
/// determinant.
Outcome by_denman_beavers(const MatrixXd& A, SquareRoot& result) {
  const Eigen::Index n = A.rows();
  const MatrixXd identity = MatrixXd::Identity(n, n);
  MatrixXd M = A;
  result.root = A;
  result.inverse = identity;
  double before = std::numeric_limits<double>::infinity();
  for (result.iterations = 1; result.iterations <= most_iterations; ++result.iterations) {
    const dense::Cholesky factor(M);
    if (!factor.ok()) break;
    double scale = 1;  // |det M|^(-1/(2n)), squared
    if (before > 0.1) scale = std::exp(-2 * factor.log_determinant_of_L() / static_cast<double>(n));
    const MatrixXd inverse = factor.solve(identity);
    const double mu = std::sqrt(scale);
    result.root = symmetric(0.5 * mu * (result.root + product(result.root, inverse) / scale));
    result.inverse =
        symmetric(0.5 * mu * (result.inverse + product(result.inverse, inverse) / scale));
    M = symmetric(0.5 * (identity + 0.5 * (scale * M + inverse / scale)));
    const double distance = (M - identity).norm() / std::sqrt(static_cast<double>(n));
    if (distance < 10 * eps || (distance >= 0.5 * before && distance < 1e-6)) return {};
    before = distance;
  }
  return {Status::krylov_stagnated, "the Denman-Beavers iteration for Omega did not converge"};
}

Outcome by_newton(const MatrixXd& A, SquareRoot& result) {
  MatrixXd X = A;
  double best = std::numeric_limits<double>::infinity();
  for (int k = 1; k <= most_iterations; ++k) {
    X = 0.5 * (X + dense::solve(X, A));
    if (!X.allFinite()) break;
    const double residual = (A - product(X, X)).norm() / A.norm();
    if (residual < best) {
      result.root = X;
      result.iterations = k;
      best = residual;
    } else if (best < 0.1) {
      break;  // from here on round-off only grows
    }
  }
  if (!(best < 1))
    return {Status::krylov_stagnated, "Newton's iteration for Omega did not converge"};
  result.inverse = dense::inverse(result.root);
  return {};
}

}  // namespace

Outcome square_root(const MatrixXd& A, RootMethod method, SquareRoot& result) {
  if (!A.allFinite()) return {Status::diverged, "the stiffness matrix K0 is not finite"};
  Outcome outcome;
  if (method == RootMethod::eigen)
    outcome = by_eigenvalues(A, result);
  else if (const Vec lambda = dense::symmetric_eigenvalues(A); !is_definite(lambda))
    outcome = not_definite(lambda[0]);
  else
    outcome = method == RootMethod::newton ? by_newton(A, result) : by_denman_beavers(A, result);
  if (!outcome.ok()) return outcome;
  const MatrixXd rest = A - product(result.root, result.root);
  result.residual = rest.norm() / A.norm();
  result.perturbation = product(rest, result.inverse).norm();
  return {};
}

}  // namespace stiffbench::phi
