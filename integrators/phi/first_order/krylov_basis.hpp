#pragma once

#include "integrators/phi/first_order/state_space.hpp"

#include <cmath>

namespace stiffbench::phi {

/// An Arnoldi basis of the augmented operator [[hJ, B], [0, S]], S the p x p upper shift, p = 0..4,
/// with full or incomplete orthogonalization: A V_m = V_m H + h_{m+1,m} v_{m+1} e_m' to round-off,
/// whether or not the columns of V are orthogonal. One allocation, at the largest dimension.
class KrylovBasis {
 public:
  /// `length`: how many of the last vectors a new one is made orthogonal to; 0: all.
  void init(Eigen::Index capacity, int length);
  /// For vectors of this space, with this many entries below them.
  void resize(const StateSpace& space, Eigen::Index extra);

  /// Column 0, which the caller fills with a vector that is not zero before start().
  Eigen::Ref<Vec> first() { return V_.col(0).head(rows_); }
  /// Normalises first() and returns what it was divided by, 0 if it is zero. `load`: the largest
  /// energy norm of a column of B, or more.
  double start(StateSpace& space, double load);
  /// Grows to m vectors, or until the space is invariant; `loads` are the columns of B. Not ok: a
  /// number is not finite, or x' K x < 0 in the energy inner product.
  Outcome extend(StateSpace& space, const Eigen::MatrixXd& loads, Eigen::Index m,
                 const CountedProblem& problem);

  Eigen::Index size() const { return m_; }
  Eigen::Index capacity() const { return capacity_; }
  int upper() const { return length_ == 0 ? -1 : length_ - 1; }
  bool invariant() const { return invariant_; }
  const Eigen::MatrixXd& H() const { return H_; }
  /// The energy norm, at most, of what vector j becomes in the upper part within a time s: an entry
  /// i of its lower part acts through column i of B for s^(i+1)/(i+1)!.
  double bound(Eigen::Index j, double s) const {
    double sum = bounds_[j], weight = load_;
    for (Eigen::Index i = state_; i < rows_; ++i) {
      weight *= s / static_cast<double>(i - state_ + 1);
      sum += weight * std::abs(V_(i, j));
    }
    return sum;
  }
  /// h_{m+1,m} times the bound of v_{m+1}: the size of the defect per unit of z_m.
  double defect(double s) const { return invariant_ ? 0 : H_(m_, m_ - 1) * bound(m_, s); }
  /// sum = V z, the upper part only.
  template <class Z>
  void combine(const Z& z, Eigen::Index n, Vec& sum) const {
    sum.noalias() = V_.block(0, 0, n, m_) * z;
  }

 private:
  /// Fills weight (where there is one), length and bound of column j, and normalises it.
  StateSpace::Norm normalise(StateSpace& space, Eigen::Index j);

  Eigen::Index capacity_ = 0, state_ = 0, rows_ = 0, m_ = 0;
  int length_ = 2;
  bool invariant_ = false, weighted_ = false;
  Eigen::MatrixXd V_, W_, H_;  // vectors, their weights, and the projection
  Vec bounds_, products_;
  double load_ = 0, largest_ = 0;
};

}  // namespace stiffbench::phi
