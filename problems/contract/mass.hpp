#pragma once

#include "problems/contract/state.hpp"

#include <memory>

namespace stiffbench {

/// The constant mass matrix M (kg): diagonal where masses are lumped, sparse and symmetric positive
/// definite where they are consistent. A consistent mass is factorized once, here.
class Mass {
 public:
  /// A lumped mass of these diagonal entries; an Error for an entry that is not positive.
  explicit Mass(Vec diagonal);
  /// A consistent mass, symmetric positive definite; an Error if its Cholesky factorization fails.
  explicit Mass(Mat consistent);

  bool is_diagonal() const { return factor_ == nullptr; }
  Eigen::Index size() const { return matrix_.rows(); }
  const Mat& matrix() const { return matrix_; }
  /// The diagonal of M, which is the whole of it when is_diagonal().
  const Vec& diagonal() const { return diagonal_; }

  /// Writes y = M x; x and y are different objects.
  void times(const Vec& x, Vec& y) const;

  /// Writes a = M^-1 f. Extended precision is for diagonal masses only: the factor is in double.
  void solve(const Vec& f, Vec& a) const;
  void solve(const VecOf<long double>& f, VecOf<long double>& a) const;

 private:
  struct Factor;  // Eigen's, which takes long to compile
  Mat matrix_;
  Vec diagonal_, inverse_;
  std::shared_ptr<const Factor> factor_;  // shared: it is constant, and a Mass may be copied
};

}  // namespace stiffbench
