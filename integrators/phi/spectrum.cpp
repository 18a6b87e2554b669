#include "integrators/phi/spectrum.hpp"

#include "integrators/kernels/symmetric_product.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace stiffbench::phi {
namespace {

constexpr Eigen::Index lanczos_steps = 30;

/// The end eigenvalue has been met to about this fraction of the interval.
constexpr double margin = 0.01;

struct Tridiagonal {
  std::vector<double> diagonal, below;  // below[j] couples j and j + 1; the last leaves the matrix
};

Tridiagonal lanczos(const CountedProblem& problem, const Mat& K, const Vec& start) {
  const Mass& mass = problem.mass();
  SymmetricProduct product;
  product.assign(K, problem.block_size());
  Tridiagonal t;
  Vec q = start, before = Vec::Zero(start.size()), weighted, image, next;
  mass.times(q, weighted);
  q /= std::sqrt(q.dot(weighted));
  double coupling = 0;
  for (Eigen::Index j = 0; j < std::min(lanczos_steps, start.size()); ++j) {
    product.times(q, image, problem.work());
    ++problem.work().krylov_vectors;
    const double alpha = q.dot(image);
    mass.solve(image, next);
    next -= alpha * q + coupling * before;
    mass.times(next, weighted);
    coupling = std::sqrt(std::max(0.0, next.dot(weighted)));
    t.diagonal.push_back(alpha);
    t.below.push_back(coupling);
    if (!(coupling > 1e-12 * std::abs(alpha))) break;  // an invariant subspace, or not a number
    before = q;
    q = next / coupling;
  }
  return t;
}

}  // namespace

Interval estimate_spectrum(const CountedProblem& problem, const Mat& K, const Vec& start) {
  ++problem.work().setup;
  const Tridiagonal t = lanczos(problem, K, start);
  const auto m = static_cast<Eigen::Index>(t.diagonal.size());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(m, m);
  for (Eigen::Index j = 0; j < m; ++j) {
    matrix(j, j) = t.diagonal[static_cast<size_t>(j)];
    if (j + 1 < m) matrix(j, j + 1) = matrix(j + 1, j) = t.below[static_cast<size_t>(j)];
  }
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (!matrix.allFinite()) return {nan, nan};
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);
  const double residual = t.below.back() * std::abs(eigen.eigenvectors()(m - 1, m - 1));
  const double lowest = eigen.eigenvalues()[0], highest = eigen.eigenvalues()[m - 1];
  const double slack = margin * std::max(std::abs(lowest), std::abs(highest));
  return {lowest < 0 ? lowest * (1 + margin) : 0, std::max(highest + residual + slack, 0.0)};
}

}  // namespace stiffbench::phi
