#include "integrators/phi/first_order/krylov_basis.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {
namespace {

/// The fraction of a product below which its orthogonalized remainder is round-off.
constexpr double vanishing = 1e-14;

}  // namespace

void KrylovBasis::init(Eigen::Index capacity, int length) {
  capacity_ = capacity;
  length_ = length;
  H_.setZero(capacity + 1, capacity);
  bounds_.setZero(capacity + 1);
  products_.setZero(capacity + 1);
}

void KrylovBasis::resize(const StateSpace& space, Eigen::Index extra) {
  state_ = space.size();
  rows_ = state_ + extra;
  weighted_ = space.weighted();
  if (V_.rows() < rows_ || V_.cols() < capacity_ + 1) V_.resize(rows_, capacity_ + 1);
  if (weighted_ && (W_.rows() < rows_ || W_.cols() < capacity_ + 1))
    W_.resize(rows_, capacity_ + 1);
}

StateSpace::Norm KrylovBasis::normalise(StateSpace& space, Eigen::Index j) {
  auto v = V_.col(j).head(rows_);
  const auto extra = v.tail(rows_ - state_);
  if (weighted_) {
    space.weigh(v.head(state_), W_.col(j).head(state_));
    W_.col(j).segment(state_, rows_ - state_) = extra;
  }
  StateSpace::Norm norm = space.norm(v.head(state_), (weighted_ ? W_ : V_).col(j).head(state_));
  norm.length = std::hypot(norm.length, extra.norm());
  if (!(norm.length > 0)) return norm;
  v /= norm.length;
  if (weighted_) W_.col(j).head(rows_) /= norm.length;
  bounds_[j] = norm.bound / norm.length;
  return norm;
}

double KrylovBasis::start(StateSpace& space, double load) {
  m_ = 0;
  invariant_ = false;
  largest_ = 0;
  load_ = load;
  return normalise(space, 0).length;
}

Outcome KrylovBasis::extend(StateSpace& space, const Eigen::MatrixXd& loads, Eigen::Index m,
                            const CountedProblem& problem) {
  const Eigen::Index extra = rows_ - state_;
  const Eigen::MatrixXd& weights = weighted_ ? W_ : V_;
  for (m = std::min(m, capacity_); m_ < m && !invariant_; ++m_) {
    const Eigen::Index j = m_;
    const auto q = V_.col(j).head(rows_);
    auto w = V_.col(j + 1).head(rows_);
    space.apply(q.head(state_), weights.col(j).head(state_), w.head(state_));
    if (extra > 0) {
      // Most of the later vectors have only round-off in their lower part.
      for (Eigen::Index i = 0; i < extra; ++i)
        if (q[state_ + i] != 0) w.head(state_) += q[state_ + i] * loads.col(i).head(state_);
      w.tail(extra).head(extra - 1) = q.tail(extra - 1);
      w[rows_ - 1] = 0;
    }
    ++problem.work().krylov_vectors;
    const Eigen::Index from = length_ == 0 ? 0 : std::max<Eigen::Index>(0, j + 1 - length_),
                       count = j + 1 - from;
    auto h = products_.head(count);
    transposed_times(weights.block(0, from, rows_, count), w, h);
    subtract_times(V_.block(0, from, rows_, count), h, w);
    H_.col(j).setZero();
    H_.col(j).segment(from, count) = h;
    const StateSpace::Norm norm = normalise(space, j + 1);
    if (norm.indefinite)
      return {Status::indefinite,
              "inner_product = energy needs a positive definite K; a Krylov vector has x' K x < 0"};
    if (!std::isfinite(norm.length))
      return {Status::diverged, "a vector of the Krylov process is not finite"};
    largest_ = std::max(largest_, std::hypot(h.norm(), norm.length));
    H_(j + 1, j) = norm.length;
    invariant_ = norm.length <= vanishing * largest_;
  }
  return {};
}

}  // namespace stiffbench::phi
