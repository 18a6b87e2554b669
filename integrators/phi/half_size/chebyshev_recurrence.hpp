#pragma once

#include "integrators/phi/cloned.hpp"
#include "integrators/phi/half_size/chebyshev_expansion.hpp"

#include <span>

namespace stiffbench::phi {

/// The three-term recurrence of the vectors T_k b of all inputs b of a request, side by side, and
/// the sums of its outputs. Classes of recurrences are values.
class ChebyshevRecurrence {
 public:
  virtual ~ChebyshevRecurrence() = default;
  /// Sets A = M^-1 K for all later recurrences. K stays alive and unchanged until the next call.
  virtual void set_stiffness(const Mat& K) = 0;
  /// Begins with the inputs b = T_0 b and sums that are zero. Memory is allocated only for the
  /// first recurrence of a request, which a number identifies.
  virtual void start(int request, std::span<const Vec* const> inputs, Eigen::Index outputs) = 0;
  /// Computes b' K b of each input, before the first step, which needs these products too.
  virtual void energies(Vec& result) = 0;
  /// Makes `count` steps, from T_k to T_{k+1} and so on, and adds to the sums what is complete in
  /// pairs: T_k and T_{k+1} for even k.
  virtual void advance(const Expansion& expansion, const Interval& interval, int k, int count) = 0;
  /// Adds the last vectors, T_k for an even k, to the sums.
  virtual void add_last(const Expansion& expansion, int k) = 0;

  /// The norms of the newest vectors, by M.
  virtual void norms(Vec& result) = 0;
  /// The newest vector of an input, up to its sign.
  virtual void vector(Eigen::Index input, Vec& x) = 0;
  /// The sum of an output.
  virtual void sum(Eigen::Index output, Vec& x) = 0;
};

/// A recurrence for any problem: a product with K, and then one pass for all else.
Cloned<ChebyshevRecurrence> plain_recurrence(const CountedProblem& problem);

/// A recurrence in one pass, several steps in one wavefront (kernels/linear/wavefront.hpp). It
/// needs 3x3 blocks and a diagonal mass, and a CPU with wide registers makes it worth while.
Cloned<ChebyshevRecurrence> fused_recurrence(const CountedProblem& problem);

/// The faster one that fits the problem.
Cloned<ChebyshevRecurrence> best_recurrence(const CountedProblem& problem);

}  // namespace stiffbench::phi
