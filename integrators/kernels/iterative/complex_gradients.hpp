#pragma once

#include "integrators/contract/outcome.hpp"
#include "integrators/kernels/iterative/accuracy.hpp"
#include "integrators/kernels/linear/vectors/complex_vec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace stiffbench {

/// Conjugate gradients for a complex symmetric matrix A (van der Vorst, Melissen, DOI
/// 10.1109/20.106415), whose bilinear forms have no conjugates, with a real symmetric
/// preconditioner N. An iteration costs two real products and two real solves with N, which may
/// share one pass over each matrix.
///
/// Two estimates of the error are made, in the norm of N^-1, and the larger one counts: the sum of
/// |alpha_j r_j' N r_j| over the last eighth of the steps, as for real matrices, and the residual
/// in the norm of N, which is the error up to a constant where N is close to A^-1.
class ComplexGradients {
 public:
  /// Solves A x = b from x = 0, with at most `most` iterations. times(p, q) sets q = A p,
  /// precondition(r, y) sets y = N r. Fails as `krylov_stagnated` where the iterations do not
  /// suffice, and as `diverged` where a number is not finite; x is then the last iterate.
  template <class Times, class Precondition>
  Outcome solve(const Times& times, const Precondition& precondition, const ComplexVec& b,
                const Accuracy& accuracy, long most, ComplexVec& x) {
    x.set_zero(b.re.size());
    r_ = b;
    falls_.clear();
    falls_.reserve(usual);
    error_ = sum_ = 0;
    if (r_.re.squaredNorm() + r_.im.squaredNorm() == 0) return {};
    precondition(r_, y_);
    p_ = y_;
    std::complex<double> ry = bilinear(r_, y_);
    error_ = std::numeric_limits<double>::infinity();
    while (std::ssize(falls_) < most) {
      times(p_, q_);
      const std::complex<double> step = ry / bilinear(p_, q_);
      if (!std::isfinite(step.real()) || !std::isfinite(step.imag()))
        return {Status::diverged, "a step of complex conjugate gradients is not finite"};
      x.add(step, p_);
      r_.add(-step, q_);
      falls_.push_back(std::abs(step * ry));
      sum_ += falls_.back();
      precondition(r_, y_);
      const double residual = std::sqrt(std::abs(r_.re.dot(y_.re) + r_.im.dot(y_.im)));
      error_ = std::max(last_falls(), residual);
      if (residual == 0) error_ = 0;
      if (error_ <= std::max(accuracy.relative * std::sqrt(sum_), accuracy.absolute)) return {};
      const std::complex<double> next = bilinear(r_, y_);
      p_.scale_and_add(next / ry, y_);
      ry = next;
    }
    return {Status::krylov_stagnated,
            fmt::format("after {} complex iterations the error of the update is {:.1e} of it, in "
                        "the energy norm; {:.1e} was to be reached",
                        most, error_ / std::sqrt(sum_), accuracy.relative)};
  }
  /// The estimated error of the last solution.
  double error() const { return error_; }
  /// b - A x of the last solution, as the iteration updates it.
  const ComplexVec& residual() const { return r_; }
  long iterations() const { return static_cast<long>(falls_.size()); }
  /// The decimal digits that the last solve has won.
  double digits() const {
    constexpr double most = 16;
    return error_ > 0 ? std::min(most, 0.5 * std::log10(1 + sum_ / (error_ * error_))) : most;
  }

 private:
  static constexpr std::size_t usual = 1000;  // iterations, without a further allocation

  double last_falls() const {
    const auto eighth = std::max(std::ptrdiff_t{1}, std::ssize(falls_) / 8);
    return std::sqrt(std::accumulate(falls_.end() - eighth, falls_.end(), 0.0));
  }

  ComplexVec r_, y_, p_, q_;
  std::vector<double> falls_;  // |alpha_j r_j' N r_j|, one per step
  double sum_ = 0, error_ = 0;
};

}  // namespace stiffbench
