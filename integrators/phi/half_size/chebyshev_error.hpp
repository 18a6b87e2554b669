#pragma once

#include "integrators/phi/half_size/chebyshev_expansion.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench::phi {

/// What an expansion that is cut is wrong by, for inputs of given norms.
///
/// An error delta in f is delta |b| where input and output are of the same part (f(A) commutes with
/// the root of A), at most omega_max delta |b| from velocities to positions, and delta |x|_M from
/// positions to velocities, whose x' K x may be far below omega_max^2 x' M x.
struct ChebyshevError {
  /// What is left out and what round-off adds, relative to what outputs are measured by.
  struct Estimate {
    double truncation = 0, floor = 0;
  };

  double tolerance = 0;
  Interval interval;
  /// Norms of the inputs, by M and in their part: as long as the longest request, so that none
  /// allocates.
  Vec mass, size;

  double omega() const { return std::sqrt(std::max(interval.high, -interval.low)); }
  /// s of phi::Options.
  double shift() const { return -2 * std::min(0.0, interval.low); }
  /// The expansion is cut where what is left out is below this: a fraction of the tolerance. What
  /// is left out is the same function in every step, so that it adds up over a run, and every
  /// further degree makes it smaller by a factor that only grows.
  double cut() const { return 0.01 * tolerance; }
  /// The smallest degree, one for all inputs, at which what is left out of every output is below
  /// the cut.
  int degree(const HalfSizeRequest& request, const Expansion& expansion) const;
  Estimate estimate(const HalfSizeRequest& request, const Expansion& expansion, int top) const;

 private:
  double weight(const HalfSizeRequest& request, const HalfSizeRequest::Term& term) const;
  double reference(const HalfSizeRequest& request, int output) const;
  double round_offs(bool position, double h_omega) const;
};

}  // namespace stiffbench::phi
