#pragma once

#include "problems/contract/state.hpp"

#include <Eigen/Core>

namespace stiffbench::phi {

/// z(s) = exp(s H) e_1 (order 0) or s^p phi_p(s H) e_1 (order p), for the upper Hessenberg matrix H
/// of a Krylov process, by Taylor series in steps: z' = H z + e_1 s^(p-1)/(p-1)! (p >= 1). A column
/// is all that is needed; a march costs far less than a matrix exponential (10.1137/100788860 has
/// the two side by side), tells z on the way, and stops where its caller likes. H is balanced by
/// powers of two (10.1007/BF02165404) before. Buffers are kept.
class SmallExponential {
 public:
  /// The leading m x m block of H, of which `upper` diagonals above the main one are filled
  /// (negative: all).
  void start(const Eigen::MatrixXd& H, Eigen::Index m, int order, int upper);
  /// The longest step that keeps all digits.
  double longest_step() const { return longest_; }
  /// z(s + ds) into next(); accept() moves there.
  void advance(double ds);
  void accept();

  double s() const { return s_; }
  /// Entry j of z at s(), and after advance() at s() + ds.
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
