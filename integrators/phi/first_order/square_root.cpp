#include "integrators/phi/first_order/square_root.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace stiffbench::phi {
namespace {

constexpr int most_iterations = 100;
constexpr double eps = std::numeric_limits<double>::epsilon();

Outcome not_definite(double lowest) {
  return {Status::indefinite,
          fmt::format("formulation = sqrt needs a positive definite K0; M^-1 K0 has the eigenvalue "
                      "{:.3g} 1/s^2, and Omega no inverse",
                      lowest)};
}

Eigen::MatrixXd symmetric(const Eigen::MatrixXd& A) { return 0.5 * (A + A.transpose()); }

void by_eigenvalues(const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>& eigen,
                    SquareRoot& result) {
  const Eigen::VectorXd omega = eigen.eigenvalues().cwiseSqrt();
  const Eigen::MatrixXd& Q = eigen.eigenvectors();
  result.root = Q * omega.asDiagonal() * Q.transpose();
  result.inverse = Q * omega.cwiseInverse().asDiagonal() * Q.transpose();
}

/// M -> I, X -> sqrt(A), Y -> 1/sqrt(A), each step scaled by the determinant while far away.
Outcome by_denman_beavers(const Eigen::MatrixXd& A, SquareRoot& result) {
  const Eigen::Index n = A.rows();
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(n, n);
  Eigen::MatrixXd M = A;
  result.root = A;
  result.inverse = identity;
  double before = std::numeric_limits<double>::infinity();
  for (result.iterations = 1; result.iterations <= most_iterations; ++result.iterations) {
    const Eigen::LLT<Eigen::MatrixXd> factor(M);
    if (factor.info() != Eigen::Success) break;
    double scale = 1;  // |det M|^(-1/(2n)), squared
    if (before > 0.1)
      scale =
          std::exp(-2 * factor.matrixLLT().diagonal().array().log().sum() / static_cast<double>(n));
    const Eigen::MatrixXd inverse = factor.solve(identity);
    const double mu = std::sqrt(scale);
    result.root = symmetric(0.5 * mu * (result.root + result.root * inverse / scale));
    result.inverse = symmetric(0.5 * mu * (result.inverse + result.inverse * inverse / scale));
    M = symmetric(0.5 * (identity + 0.5 * (scale * M + inverse / scale)));
    const double distance = (M - identity).norm() / std::sqrt(static_cast<double>(n));
    if (distance < 10 * eps || (distance >= 0.5 * before && distance < 1e-6)) return {};
    before = distance;
  }
  return {Status::krylov_stagnated, "the Denman-Beavers iteration for Omega did not converge"};
}

Outcome by_newton(const Eigen::MatrixXd& A, SquareRoot& result) {
  Eigen::MatrixXd X = A;
  double best = std::numeric_limits<double>::infinity();
  for (int k = 1; k <= most_iterations; ++k) {
    const Eigen::PartialPivLU<Eigen::MatrixXd> factor(X);
    X = (0.5 * (X + factor.solve(A))).eval();
    if (!X.allFinite()) break;
    const double residual = (A - X * X).norm() / A.norm();
    if (residual < best) {
      result.root = X;
      result.iterations = k;
      best = residual;
    } else if (best < 0.1) {
      break;  // from here on rounding only grows
    }
  }
  if (!(best < 1))
    return {Status::krylov_stagnated, "Newton's iteration for Omega did not converge"};
  result.inverse = result.root.inverse();
  return {};
}

}  // namespace

Outcome square_root(const Eigen::MatrixXd& A, const std::string& method, SquareRoot& result) {
  if (!A.allFinite()) return {Status::diverged, "the stiffness matrix K0 is not finite"};
  const bool vectors = method == "eigen";
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(
      A, vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  const double lowest = eigen.eigenvalues()[0], highest = eigen.eigenvalues()[A.rows() - 1];
  if (!(lowest > static_cast<double>(A.rows()) * eps * highest)) return not_definite(lowest);
  Outcome outcome;
  if (vectors)
    by_eigenvalues(eigen, result);
  else
    outcome = method == "newton" ? by_newton(A, result) : by_denman_beavers(A, result);
  if (!outcome.ok()) return outcome;
  const Eigen::MatrixXd rest = A - result.root * result.root;
  result.residual = rest.norm() / A.norm();
  result.perturbation = (rest * result.inverse).norm();
  return {};
}

}  // namespace stiffbench::phi
