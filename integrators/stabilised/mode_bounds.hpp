#pragma once

#include "problems/contract/counted_problem.hpp"

#include <vector>

namespace stiffbench {

/// A region that contains the eigenvalues mu of mu^2 M + mu D + K = 0. Each eigenvector w with w* M
/// w = 1 makes mu a root of mu^2 + d mu + k = 0, where d = w* D w and k = w* K w are real because D
/// and K are symmetric. The pairs (d, k) obey
///   d <= damping,  lowest <= k <= highest,  k <= shift + ratio d for each line,
/// the last of these with shift the largest eigenvalue of M^-1 (K - ratio D). A complex pair has
/// Re mu = -d/2 and |mu|^2 = k: with D = beta K it lies on the circle around -1/beta through 0.
///
/// The eigenvalues are as good as a few Lanczos steps make them (phi::estimate_spectrum).
struct ModeBounds {
  struct Line {
    double ratio, shift;  ///< 1/s, 1/s^2
  };
  double damping = 0;              ///< 1/s
  double lowest = 0, highest = 0;  ///< 1/s^2; lowest is not positive
  std::vector<Line> lines = {};    ///< none where D is zero

  /// The largest |mu| of a real mu.
  double fastest_decay() const;
  /// The largest -Re mu of a complex mu.
  double complex_decay() const;
  /// The largest |Im mu| of a complex mu with this -Re mu; 0 where there is none.
  double frequency_at(double decay) const;
  bool finite() const;
};

/// Measures the bounds at a state, by one assembly of K and, without Rayleigh damping, of D. Its
/// products and vectors are counted. They hold until K and D have grown by the fraction `widening`.
ModeBounds measure_modes(const CountedProblem& problem, const State& u, double widening);

}  // namespace stiffbench
