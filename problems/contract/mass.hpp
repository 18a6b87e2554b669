#pragma once

#include "problems/contract/state.hpp"

#include <memory>

namespace stiffbench {

/// The constant mass matrix M (kg): diagonal for lumped masses, sparse and symmetric positive
/// definite for consistent ones. The constructor factorizes a consistent mass once.
class Mass {
 public:
  /// A lumped mass with this diagonal. Throws Error unless every entry is positive.
  explicit Mass(Vec diagonal);
  /// A consistent mass, symmetric positive definite. Throws Error if its Cholesky factorization
  /// fails.
  explicit Mass(Mat consistent);

  bool is_diagonal() const { return factor_ == nullptr; }
  Eigen::Index size() const { return matrix_.rows(); }
  const Mat& matrix() const { return matrix_; }
  /// The diagonal of M, which is all of M if is_diagonal().
  const Vec& diagonal() const { return diagonal_; }

  /// Writes y = M x; x and y must be different objects.
  void times(const Vec& x, Vec& y) const;

  /// Writes a = M^-1 f. Extended precision needs a diagonal mass, because the factor is in double.
  void solve(const Vec& f, Vec& a) const;
  void solve(const VecOf<long double>& f, VecOf<long double>& a) const;

 private:
  struct Factor;  // wraps Eigen's factorization, which takes long to compile
  Mat matrix_;
  Vec diagonal_, inverse_;
  std::shared_ptr<const Factor> factor_;  // shared, since it is constant and a Mass may be copied
};

}  // namespace stiffbench
