#pragma once

#include <algorithm>

namespace stiffbench {

/// The forcing terms of an inexact Newton iteration: the relative error that each update may have.
/// They are choice 2 of Eisenstat and Walker (DOI 10.1137/0917003) with their constants,
///   eta_k = 0.9 (|F_k| / |F_{k-1}|)^2, but not below 0.9 eta_{k-1}^2 where that is above 0.1,
/// and never above the largest term, which is also the first. If the matrix is renewed for each
/// update, the iteration then converges with order 2.
class Forcing {
 public:
  /// Begins an iteration; `largest` is its first and largest term.
  void begin(double largest) {
    largest_ = term_ = largest;
    share_ = 1;
    norm_ = 0;
  }
  /// Returns the term of the next update, which starts from a residual of this norm.
  double next(double norm) {
    if (norm_ > 0) {
      const double ratio = norm / norm_, guard = factor * term_ * term_;
      term_ = std::min(largest_, std::max(factor * ratio * ratio, guard > 0.1 ? guard : 0));
    }
    norm_ = norm;
    return term_;
  }
  /// Lets updates have a tenth of the error from now on, until begin().
  void tighten() { share_ = std::max(0.1 * share_, least_share); }
  /// The factor of all bounds that tighten() has left.
  double share() const { return share_; }

 private:
  static constexpr double factor = 0.9;
  static constexpr double least_share = 1e-6;
  double largest_ = 0, term_ = 0, norm_ = 0, share_ = 1;
};

}  // namespace stiffbench
