#pragma once

#include "integrators/phi/half_size/chebyshev_expansion.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {

/// The error of a truncated Chebyshev expansion for inputs with given norms.
///
/// An error delta in f causes an error of delta |b| where input and output are of the same part
/// (f(A) commutes with the root of A), at most omega_max delta |b| from velocities to positions,
/// and delta |x|_M from positions to velocities; here x' K x may be far below omega_max^2 x' M x.
struct ChebyshevError {
  /// The truncation error and the round-off, relative to the measure of the outputs.
  struct Estimate {
    double truncation = 0, floor = 0;
  };

  double tolerance = 0;
  Interval interval;
  /// Norms of the inputs, by M and by the norm of their part. Both vectors have the length of the
  /// longest request, so that no evaluation allocates.
  Vec mass, size;

  double omega() const { return std::sqrt(std::max(interval.high, -interval.low)); }
  /// The shift s of phi::Options (1/s^2).
  double shift() const { return -2 * std::min(0.0, interval.low); }
  /// The truncation error at which an expansion ends. It is a fraction of the tolerance, because
  /// this error is the same function in all steps and adds up over a run, and because every further
  /// degree reduces it by a growing factor.
  double cut() const { return 0.01 * tolerance; }
  /// The smallest degree, common to all inputs, at which the truncation error of every output is
  /// below cut().
  int degree(const HalfSizeRequest& request, const Expansion& expansion) const;
  Estimate estimate(const HalfSizeRequest& request, const Expansion& expansion, int top) const;

 private:
  double weight(const HalfSizeRequest& request, const HalfSizeRequest::Term& term) const;
  double reference(const HalfSizeRequest& request, int output) const;
  double round_offs(bool position, double h_omega) const;
};

}  // namespace stiffbench::phi
