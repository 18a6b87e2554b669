#pragma once

#include "integrators/phi/phi.hpp"

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

/// The most degrees of freedom for which full n x n matrices are taken.
inline constexpr Eigen::Index dense_limit = 1500;

/// Functions of A for a K that changes from step to step: a value that clones itself through
/// copy().
class HalfSizeFunctions {
 public:
  virtual ~HalfSizeFunctions() = default;
  virtual std::unique_ptr<HalfSizeFunctions> copy() const = 0;
  virtual BackendFacts facts() const { return {}; }
  /// Why an evaluation allocates memory on this problem; empty where it does not.
  virtual std::string allocates(const ProblemKind&) const { return ""; }
  /// Why the problem is too large, or otherwise outside the scope; empty if it is inside.
  virtual std::string unfit(const ProblemKind&) const { return ""; }

  /// Prepares for this problem, once, before all else; the problem outlives this object.
  virtual void init(const CountedProblem& problem, double tolerance) = 0;
  /// Makes a request known; the result names it in evaluate().
  virtual int add(HalfSizeRequest request) = 0;
  /// Replaces the tolerance of init() from now on.
  virtual void set_tolerance(double tolerance) = 0;
  /// Sets A from now on. K stays alive and unchanged until the next call.
  virtual Outcome set_stiffness(const Mat& K) = 0;
  /// Fills the outputs of a request. The vectors have length n, outputs are resized; inputs and
  /// outputs are different objects.
  virtual Outcome evaluate(int request, std::span<const Vec* const> in,
                           std::span<Vec* const> out) = 0;
  /// The estimate of the error of the last evaluate(), as Backend::error_estimate() of phi.hpp.
  virtual double error_estimate() const = 0;
  /// What functions that choose among others have chosen, as Backend::chosen() of phi.hpp.
  virtual Settings chosen() const { return {}; }

  /// Limits the Krylov vectors of every evaluate() from now on to this many, or a few less, for all
  /// its inputs together (a product each, or a solve); where they do not suffice it is
  /// krylov_stagnated. For whoever has a cheaper way. Without effect where there are none.
  virtual void limit_vectors(Eigen::Index /*most*/) {}
  /// How many products with K evaluate() of this request will make, where that is known beforehand.
  virtual std::optional<long> products_ahead(int /*request*/) { return std::nullopt; }
};

using MakeHalfSize = std::unique_ptr<HalfSizeFunctions> (*)();

/// The back end for problems with damping that is no function of A, and what it has to say of why
/// it was chosen.
struct GeneralDamping {
  std::unique_ptr<Backend> back_end;
  Settings chosen = {};
};
using MakeGeneralDamping = GeneralDamping (*)(const ProblemKind& problem);

/// Enrols functions of A under one name for exponential methods (as a phi back end: on undamped
/// problems and those with D = alpha M + beta K every 2 x 2 block of phi_k(z J) is a function of A)
/// and for trigonometric methods. Problems with other damping are unfit, or for the back end that
/// `general` makes.
bool enrol_half_size(const std::string& name, MakeHalfSize make,
                     MakeGeneralDamping general = nullptr);
/// Every name that was enrolled so, in order.
std::vector<std::string> half_size_names();
/// New functions of A of this name; an Error with near matches where there are none.
std::unique_ptr<HalfSizeFunctions> make_half_size(const std::string& name);

}  // namespace stiffbench::phi
