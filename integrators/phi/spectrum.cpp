#include "integrators/phi/spectrum.hpp"

#include "base/dense.hpp"
#include "base/system/chunks.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"
#include "integrators/kernels/linear/tall_products.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace stiffbench::phi {
namespace {

using Eigen::Index;

constexpr Index lanczos_steps = 30;

/// The fraction of the interval by which Lanczos may have missed the end eigenvalue.
constexpr double margin = 0.01;

/// A coupling below this fraction of the matrix's scale ends Lanczos: the subspace is invariant.
/// Round-off leaves couplings of 1e-12 to 1e-10 there, which differ between CPUs.
constexpr double invariant = 1e-8;

struct Tridiagonal {
  std::vector<double> diagonal, below;  // below[j] couples j and j + 1; the last leaves the matrix
};

Tridiagonal lanczos(const CountedProblem& problem, const Mat& K, int block_size, const Vec& start) {
  const Mass& mass = problem.mass();
  SymmetricProduct product;
  product.assign(K, block_size);
  Tridiagonal t;
  Vec q = start, before = Vec::Zero(start.size()), weighted, image, next;
  mass.times(q, weighted);
  q /= std::sqrt(inner_product(q, weighted));
  double coupling = 0, scale = 0;
  for (Index j = 0; j < std::min(lanczos_steps, start.size()); ++j) {
    product.times(q, image, problem.work());
    ++problem.work().krylov_vectors;
    const double alpha = inner_product(q, image);
    mass.solve(image, next);
    on_chunks(next.size(), [&](Index first, Index size) {
      next.segment(first, size) -=
          alpha * q.segment(first, size) + coupling * before.segment(first, size);
    });
    mass.times(next, weighted);
    coupling = std::sqrt(std::max(0.0, inner_product(next, weighted)));
    t.diagonal.push_back(alpha);
    t.below.push_back(coupling);
    scale = std::max({scale, std::abs(alpha), coupling});
    if (!(coupling > invariant * scale)) break;  // also where it is not a number
    before.swap(q);
    on_chunks(next.size(), [&](Index first, Index size) {
      q.segment(first, size) = next.segment(first, size) / coupling;
    });
  }
  return t;
}

}  // namespace

Vec spectrum_start(Eigen::Index size) {
  Vec start(size);
  on_chunks(size, [&](Index first, Index count) {
    for (Index i = first; i < first + count; ++i)
      start[i] = 1 + 0.5 * std::sin(static_cast<double>(i * i % 1009) + 0.1);
  });
  return start;
}

Interval estimate_spectrum(const CountedProblem& problem, const Mat& K, const Vec& start) {
  return estimate_spectrum(problem, K, problem.block_size(), start);
}

Interval estimate_spectrum(const CountedProblem& problem, const Mat& K, int block_size,
                           const Vec& start) {
  ++problem.work().one_time_setups;
  const Tridiagonal t = lanczos(problem, K, block_size, start);
  const Eigen::Index m = t.diagonal.size();
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(m, m);
  for (Eigen::Index j = 0; j < m; ++j) {
    matrix(j, j) = t.diagonal[j];
    if (j + 1 < m) matrix(j, j + 1) = matrix(j + 1, j) = t.below[j];
  }
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (!matrix.allFinite()) return {nan, nan};
  dense::SymmetricEigen eigen(m);
  eigen.decompose(matrix);
  const double residual = t.below.back() * std::abs(eigen.vectors()(m - 1, m - 1));
  const double lowest = eigen.values()[0], highest = eigen.values()[m - 1];
  const double slack = margin * std::max(std::abs(lowest), std::abs(highest));
  return {lowest < 0 ? lowest * (1 + margin) : 0, std::max(highest + residual + slack, 0.0)};
}

}  // namespace stiffbench::phi
