#pragma once

#include "integrators/outcome.hpp"
#include "problems/counted_problem.hpp"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace stiffbench::phi {

/// What to compute with the half-size operator A = M^-1 K, which is self-adjoint in the inner
/// product of M: out[t.output] = sum over the terms t of f_t(A) in[t.input].
struct HalfSizeRequest {
  struct Term {
    int input, output;
  };
  int inputs = 0, outputs = 0;
  /// Every f_t is entire in z^2 lambda and grows no faster than cos(z sqrt(lambda)) with this z
  /// (s).
  double span = 0;
  std::vector<Term> terms;
  struct Table {
    Eigen::ArrayXXd values;  ///< values(i, t) = f_t(lambda(i))
    /// scale(t): the most that the absolute values of the summands of f_t add up to on these
    /// lambda. Summands may cancel, and f_t then carries the round-off of what it was made from.
    Eigen::ArrayXd scale;
  };
  /// Fills the table for these lambda (1/s^2, of either sign). All terms at once, so that they can
  /// share what they have in common.
  std::function<void(const Eigen::ArrayXd& lambda, Table& table)> functions;
};

/// Functions of A for a K that changes from step to step. A value that clones itself through
/// copy().
class HalfSizeFunctions {
 public:
  virtual ~HalfSizeFunctions() = default;
  virtual std::unique_ptr<HalfSizeFunctions> copy() const = 0;

  /// Once, before all else; the problem outlives this.
  virtual void init(const CountedProblem& problem, double tolerance) = 0;
  /// Makes a request known; the result names it in evaluate().
  virtual int add(HalfSizeRequest request) = 0;
  /// A from now on. K stays alive and unchanged until the next call.
  virtual Outcome set_stiffness(const Mat& K) = 0;
  /// The vectors have length n, outputs are resized; inputs and outputs are different objects.
  virtual Outcome evaluate(int request, std::span<const Vec* const> in,
                           std::span<Vec* const> out) = 0;
  /// Of the last evaluate(): as Backend::error_estimate() of phi.hpp.
  virtual double error_estimate() const = 0;
};

/// By eigendecomposition of A: exact, for n up to dense_limit.
std::unique_ptr<HalfSizeFunctions> dense_half_size();
inline constexpr Eigen::Index dense_limit = 1500;

/// By Chebyshev expansion on an interval round the spectrum: products with K only.
std::unique_ptr<HalfSizeFunctions> chebyshev_half_size();

}  // namespace stiffbench::phi
