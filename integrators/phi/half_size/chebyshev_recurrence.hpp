#pragma once

#include "integrators/contract/cloned.hpp"
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
  /// Begins with the inputs b = T_0 b and with zero sums. The number `request` identifies a
  /// request; memory is allocated only in its first recurrence.
  virtual void start(int request, std::span<const Vec* const> inputs, Eigen::Index outputs) = 0;
  /// Computes b' K b of each input, before the first step, which needs the same products.
  virtual void energies(Vec& result) = 0;
  /// Makes `count` steps, from T_k to T_{k+1} and so on, and adds the terms to the sums in pairs:
  /// T_k and T_{k+1} for even k.
  virtual void advance(const Expansion& expansion, const Interval& interval, int k, int count) = 0;
  /// Adds the last vectors, T_k for an even k, to the sums.
  virtual void add_last(const Expansion& expansion, int k) = 0;

  /// Computes the norms of the newest vectors, by M.
  virtual void norms(Vec& result) = 0;
  /// Copies the newest vector of an input to x, up to its sign.
  virtual void vector(Eigen::Index input, Vec& x) = 0;
  /// Copies the sum of an output to x.
  virtual void sum(Eigen::Index output, Vec& x) = 0;
};

/// A recurrence for any problem: a product with K, then one pass for everything else.
Cloned<ChebyshevRecurrence> plain_recurrence(const CountedProblem& problem);

/// A recurrence in one pass, several steps in one wavefront (kernels/linear/sweep/wavefront.hpp).
/// It needs 3x3 blocks and a diagonal mass, and pays on CPUs with wide registers.
Cloned<ChebyshevRecurrence> fused_recurrence(const CountedProblem& problem);

/// The fastest recurrence that fits the problem.
Cloned<ChebyshevRecurrence> best_recurrence(const CountedProblem& problem);

}  // namespace stiffbench::phi
