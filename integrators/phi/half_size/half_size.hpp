#pragma once

#include "integrators/contract/outcome.hpp"
#include "problems/contract/counted_problem.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stiffbench::phi {

/// What a vector is, and so how it is measured: positions by x' K x, velocities by v' M v (K
/// indefinite: positions by x' (K + s M) x, s = -2 lambda_min; see Options in phi.hpp).
enum class Part { position, velocity };

/// What to compute with the half-size operator A = M^-1 K, which is self-adjoint in the inner
/// product of M: out[t.output] = sum over the terms t of f_t(A) in[t.input].
struct HalfSizeRequest {
  struct Term {
    int input, output;
    /// f_t is entire and grows no faster than cos(span sqrt(lambda)) (s).
    double span;
    /// The error of an output may be tolerance * sum over its terms of bound |in|, each in the norm
    /// of its part, times exp(span sqrt(-lambda_min)) where K is indefinite.
    double bound;
    /// Off the real axis f_t grows as exp(-decay lambda) does, too: damping (s^2).
    double decay = 0;
  };
  std::vector<Part> inputs, outputs;
  std::vector<Term> terms;
  struct Table {
    Eigen::ArrayXXd values;  ///< values(i, t) = f_t(lambda(i))
    /// scale(t): the most that the absolute values of the summands of f_t add up to on these
    /// lambda. Summands may cancel, and f_t then carries the round-off of what it was made from.
    Eigen::ArrayXd scale;
    Eigen::ArrayXd summands;  ///< what functions() needs for itself, kept so that it may stay
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
  /// From now on instead of that of init().
  virtual void set_tolerance(double tolerance) = 0;
  /// A from now on. K stays alive and unchanged until the next call.
  virtual Outcome set_stiffness(const Mat& K) = 0;
  /// The vectors have length n, outputs are resized; inputs and outputs are different objects.
  virtual Outcome evaluate(int request, std::span<const Vec* const> in,
                           std::span<Vec* const> out) = 0;
  /// Of the last evaluate(): as Backend::error_estimate() of phi.hpp.
  virtual double error_estimate() const = 0;

  /// As Backend::chosen() of phi.hpp.
  virtual Settings chosen() const { return {}; }

  /// From now on no evaluate() makes more Krylov vectors than this, or a few less, for all its
  /// inputs together (a product each, or a solve); where they do not suffice it is
  /// krylov_stagnated. For whoever has a cheaper way. Without effect where there are none.
  virtual void limit_vectors(Eigen::Index /*most*/) {}
  /// How many products with K evaluate() of this request will make, where that is known beforehand.
  virtual std::optional<long> products_ahead(int /*request*/) { return std::nullopt; }
};

/// By eigendecomposition of A: exact, for n up to dense_limit.
std::unique_ptr<HalfSizeFunctions> dense_half_size();
inline constexpr Eigen::Index dense_limit = 1500;

/// By Chebyshev expansion on an interval round the spectrum: products with K only.
std::unique_ptr<HalfSizeFunctions> chebyshev_half_size();

/// By Lanczos with A in the inner product of M: products with K only, at most lanczos_limit
/// vectors, all kept (8 n lanczos_limit bytes: 190 MB for 24 000 unknowns).
std::unique_ptr<HalfSizeFunctions> lanczos_half_size();
inline constexpr Eigen::Index lanczos_limit = 1000;

/// By shift-invert Lanczos: solves with M + gamma^2 K, gamma = pole_fraction of the longest span,
/// and no less than half a radian of the highest frequency.
/// At most rational_limit vectors, all kept (8 n rational_limit bytes: 95 MB for 24 000 unknowns).
std::unique_ptr<HalfSizeFunctions> rational_lanczos_half_size();
inline constexpr Eigen::Index rational_limit = 500;
/// On the two-scale bunny 0.05 to 0.2 take about as many solves, 0.5 and 1 up to twice as many.
inline constexpr double pole_fraction = 0.1;

/// One of the above by its name: dense, chebyshev, lanczos, rational_lanczos.
std::unique_ptr<HalfSizeFunctions> half_size_functions(const std::string& name);

/// Chebyshev or rational Lanczos, step by step as measured times advise (auto_half_size.cpp).
std::unique_ptr<HalfSizeFunctions> auto_half_size();

}  // namespace stiffbench::phi
