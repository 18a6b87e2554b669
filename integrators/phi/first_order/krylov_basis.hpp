#pragma once

#include "integrators/kernels/linear/tall_products.hpp"
#include "integrators/phi/first_order/state_space.hpp"

#include <cmath>

namespace stiffbench::phi {

/// An Arnoldi basis of the augmented operator [[hJ, B], [0, S]], where S is the p x p upper shift,
/// p = 0..4. Orthogonalization is full or incomplete; A V_m = V_m H + h_{m+1,m} v_{m+1} e_m' holds
/// to round-off, even if the columns of V are not orthogonal. Memory is allocated once, for the
/// largest dimension.
class KrylovBasis {
 public:
  /// Allocates `capacity` vectors. Each new vector is orthogonalized against the last `length`
  /// vectors, or against all where `length` is 0.
  void init(Eigen::Index capacity, int length);
  /// Sets the length of the vectors: that of the space, plus `extra` entries below.
  void resize(const StateSpace& space, Eigen::Index extra);

  /// The first vector, column 0. The caller fills it with a nonzero vector before start().
  Eigen::Ref<Vec> first() { return V_.col(0).head(rows_); }
  /// Normalises first() and returns its previous length, which may be 0. `load` is an upper bound
  /// of the energy norms of the columns of B.
  double start(StateSpace& space, double load);
  /// Grows to m vectors, or until the space is invariant; `loads` are the columns of B. Fails where
  /// a number is not finite, and where x' K x < 0 in the energy inner product.
  Outcome extend(StateSpace& space, const Eigen::MatrixXd& loads, Eigen::Index m,
                 const CountedProblem& problem);

  Eigen::Index size() const { return m_; }
  Eigen::Index capacity() const { return capacity_; }
  int upper() const { return length_ == 0 ? -1 : length_ - 1; }
  bool invariant() const { return invariant_; }
  const Eigen::MatrixXd& H() const { return H_; }
  /// An upper bound of the energy norm of vector j's upper part after a time s. Entry i of its
  /// lower part acts through column i of B with the factor s^(i+1)/(i+1)!.
  double bound(Eigen::Index j, double s) const {
    double sum = bounds_[j], weight = load_;
    for (Eigen::Index i = state_; i < rows_; ++i) {
      weight *= s / static_cast<double>(i - state_ + 1);
      sum += weight * std::abs(V_(i, j));
    }
    return sum;
  }
  /// h_{m+1,m} times the bound of v_{m+1}, the size of the defect per unit of z_m.
  double defect(double s) const { return invariant_ ? 0 : H_(m_, m_ - 1) * bound(m_, s); }
  /// Computes sum = V z, for the upper part only.
  void combine(LongIn z, Eigen::Index n, Vec& sum) const {
    sum.resize(n);
    tall_times(V_.block(0, 0, n, m_), z, sum);
  }

 private:
  /// Computes the weight (where used), length and bound of column j, and normalises it.
  StateSpace::Norm normalise(StateSpace& space, Eigen::Index j);

  Eigen::Index capacity_ = 0, state_ = 0, rows_ = 0, m_ = 0;
  int length_ = 2;
  bool invariant_ = false, weighted_ = false;
  Eigen::MatrixXd V_, W_, H_;  // vectors, their weights, and the projection
  Vec bounds_, products_;
  double load_ = 0, largest_ = 0;
};

}  // namespace stiffbench::phi
