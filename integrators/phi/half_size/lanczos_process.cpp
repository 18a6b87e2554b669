#include "integrators/phi/half_size/lanczos_process.hpp"

#include "integrators/kernels/linear/tall_products.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

using Eigen::Index;

/// A coupling below this fraction of the largest number in T is round-off: b lies in the space.
constexpr double invariant = 1e-14;

/// The sizes of T at which errors are estimated.
std::vector<Index> sizes(Index first, Index limit) {
  std::vector<Index> all;
  for (Index m = first; m < limit; m += std::max<Index>(4, m / 4)) all.push_back(m);
  all.push_back(limit);
  return all;
}

}  // namespace

Levels::Levels(Index first, Index limit) {
  const std::vector<Index> all = sizes(first, limit);
  levels_.reserve(all.size());
  for (const Index m : all) levels_.emplace_back(m);
}

void LanczosProcess::init(const CountedProblem& problem, Index limit) {
  problem_ = &problem;
  basis_.resize(problem.dof(), limit + 1);
  alpha_.resize(limit);
  beta_.resize(limit);
  inner_.resize(limit + 1);
}

bool LanczosProcess::extend(KrylovOperator& B, Index m) {
  const Mass& mass = problem_->mass();
  current_ = basis_.col(m - 1);
  B.apply(current_, image_);
  ++problem_->work().krylov_vectors;
  auto inner = inner_.head(m);
  mass.times(image_, weighted_);
  if (B.reorthogonalizes()) {
    transposed_times(vectors(m), weighted_, inner);
    alpha_[m - 1] = inner[m - 1];
    subtract_times(vectors(m), inner, image_);
    mass.times(image_, weighted_);
    transposed_times(vectors(m), weighted_, inner);
    subtract_times(vectors(m), inner, image_);
  } else {
    alpha_[m - 1] = current_.dot(weighted_);
    image_ -= alpha_[m - 1] * current_;
    if (m > 1) image_ -= beta_[m - 2] * basis_.col(m - 2);
  }
  mass.times(image_, weighted_);
  beta_[m - 1] = std::sqrt(std::max(0.0, image_.dot(weighted_)));
  if (m == 1) largest_ = 0;
  largest_ = std::max({largest_, std::abs(alpha_[m - 1]), beta_[m - 1]});
  if (!(beta_[m - 1] > invariant * largest_) || (B.reorthogonalizes() && m == basis_.rows()))
    return false;
  basis_.col(m) = image_ / beta_[m - 1];
  return true;
}

void LanczosProcess::pad(Index m, Index level) {
  alpha_.segment(m, level - m).setConstant(alpha_[0]);
  beta_.segment(m - 1, level - m + 1).setZero();
}

bool LanczosProcess::is_finite(Index m) const {
  return std::isfinite(beta_[m - 1]) && std::isfinite(alpha_[m - 1]);
}

bool LanczosProcess::decompose(const KrylovOperator& B, Projection& p) const {
  const Index m = p.theta.size();
  // Eigen's tridiagonal QR compares with absolute numbers, so the entries are scaled to order 1.
  const double unit = largest_ > 0 ? largest_ : 1;
  p.diagonal = alpha_.head(m) / unit;
  p.below = beta_.head(m - 1) / unit;
  if (!p.eigen.decompose_tridiagonal(p.diagonal, p.below)) return false;
  p.theta = unit * p.eigen.values().array();
  for (Index j = 0; j < m; ++j) {
    p.lambda[j] = B.eigenvalue(p.theta[j]);
    p.moved[j] = p.lambda[j] + B.uncertainty(p.theta[j]);
  }
  return true;
}

}  // namespace stiffbench::phi
