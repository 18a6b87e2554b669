#pragma once

#include "problems/contract/state.hpp"

#include <Eigen/Core>

namespace stiffbench::phi {

/// Computes z(s) = exp(s H) e_1 (order 0) or s^p phi_p(s H) e_1 (order p) for the upper Hessenberg
/// matrix H of a Krylov process, by Taylor series in steps: z' = H z + e_1 s^(p-1)/(p-1)! (p >= 1).
/// Only one column is needed. Marching takes far less time than a matrix exponential
/// (10.1137/100788860 compares the two), gives z at every step, and may stop at any s. H is first
/// balanced by powers of two (10.1007/BF02165404). Buffers are allocated once.
class SmallExponential {
 public:
  /// Starts at s = 0 with the leading m x m block of H, which has `upper` diagonals above the main
  /// one (all of them where negative).
  void start(const Eigen::MatrixXd& H, Eigen::Index m, int order, int upper);
  /// The longest step ds without loss of digits.
  double longest_step() const { return longest_; }
  /// Computes z(s + ds), which next() returns; accept() then makes it the present z.
  void advance(double ds);
  void accept();

  double s() const { return s_; }
  /// Entry j of z at s(); next() returns that at s() + ds after advance().
  double now(Eigen::Index j) const { return scale_[j] * z_[j]; }
  double next(Eigen::Index j) const { return scale_[j] * next_[j]; }
  Eigen::Index size() const { return m_; }

 private:
  void balance(int upper);
  void times(const Vec& x, Vec& y) const;

  static constexpr int most = 5;  // entries of the polynomial's state
  Eigen::Index m_ = 0;
  int order_ = 0;
  bool tridiagonal_ = false;
  Eigen::MatrixXd H_;
  Vec below_, diagonal_, above_;
  Vec scale_, z_, next_, term_, image_;
  double s_ = 0, ds_ = 0, longest_ = 0;
};

}  // namespace stiffbench::phi
