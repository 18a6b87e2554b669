#pragma once

#include "integrators/phi/phi.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <source_location>
#include <span>
#include <string>
#include <vector>

namespace stiffbench::phi {

/// The kind of a vector, which determines its norm: positions by x' K x, velocities by v' M v (K
/// indefinite: positions by x' (K + s M) x, s = -2 lambda_min; see Options in phi.hpp).
enum class Part { position, velocity };

/// The functions to compute of the half-size operator A = M^-1 K, which is self-adjoint in the
/// inner product of M: out[t.output] = sum over the terms t of f_t(A) in[t.input].
struct HalfSizeRequest {
  struct Term {
    int input, output;
    /// The growth of f_t (s), which is entire: no faster than cos(span sqrt(lambda)).
    double span;
    /// The weight of this term in an error: that of an output may be tolerance * sum over its terms
    /// of bound |in|, each in the norm of its part, times exp(span sqrt(-lambda_min)) where K is
    /// indefinite.
    double bound;
    /// The growth of f_t by damping (s^2): off the real axis also as exp(-decay lambda).
    double decay = 0;
  };
  std::vector<Part> inputs, outputs;
  std::vector<Term> terms;
  struct Table {
    Eigen::ArrayXXd values;  ///< values(i, t) = f_t(lambda(i))
    /// scale(t): the most that the absolute values of the summands of f_t add up to on these
    /// lambda. Summands may cancel, and f_t then has the round-off of the summands.
    Eigen::ArrayXd scale;
    Eigen::ArrayXd summands;  ///< scratch memory of functions(), allocated once
  };
  /// Fills the table for these lambda (1/s^2, of either sign). All terms at once, so that they can
  /// share common parts.
  std::function<void(const Eigen::ArrayXd& lambda, Table& table)> functions;
};

/// The largest number of degrees of freedom for which full n x n matrices are used.
inline constexpr Eigen::Index dense_limit = 1500;

/// Functions of A for a K that changes from step to step; classes of them are values.
class HalfSizeFunctions {
 public:
  virtual ~HalfSizeFunctions() = default;
  virtual BackendFacts facts() const { return {}; }
  /// The reason why an evaluation allocates memory on this problem; empty where it does not.
  virtual std::string allocates(const ProblemKind&) const { return ""; }
  /// The reason why the problem is too large, or otherwise outside the scope; empty if it is
  /// inside.
  virtual std::string unfit(const ProblemKind&) const { return ""; }

  /// Prepares for this problem, once, before all else; the problem outlives this object.
  virtual void init(const CountedProblem& problem, double tolerance) = 0;
  /// Adds a request; the result identifies it in evaluate().
  virtual int add(HalfSizeRequest request) = 0;
  /// Replaces the tolerance of init() for all later evaluations.
  virtual void set_tolerance(double tolerance) = 0;
  /// Sets A for all later evaluations. K stays alive and unchanged until the next call.
  virtual Outcome set_stiffness(const Mat& K) = 0;
  /// Fills the outputs of a request. The vectors have length n, outputs are resized; inputs and
  /// outputs are different objects.
  virtual Outcome evaluate(int request, std::span<const Vec* const> in,
                           std::span<Vec* const> out) = 0;
  /// The estimate of the error of the last evaluate(), as Backend::error_estimate() of phi.hpp.
  virtual double error_estimate() const = 0;
  /// The choices of functions that choose among others, as Backend::chosen() of phi.hpp.
  virtual Settings chosen() const { return {}; }

  /// Limits the Krylov vectors of every later evaluate() to this many, or a few less, for all
  /// its inputs together (a product each, or a solve); where they do not suffice the outcome
  /// is krylov_stagnated. A caller that has a faster way sets it. It has no effect on functions
  /// without Krylov vectors.
  virtual void limit_vectors(Eigen::Index /*most*/) {}
  /// The number of products with K that evaluate() of this request will make, where it is
  /// predictable.
  virtual std::optional<long> products_ahead(int /*request*/) { return std::nullopt; }
};

using MakeHalfSize = Cloned<HalfSizeFunctions> (*)();

/// The back end for problems with damping that is no function of A, and the reasons of its choice.
struct GeneralDamping {
  Cloned<Backend> back_end;
  Settings chosen = {};
};
using MakeGeneralDamping = GeneralDamping (*)(const ProblemKind& problem);

/// Enrols functions of A under one name for exponential methods (as a phi back end: on undamped
/// problems and those with D = alpha M + beta K every 2 x 2 block of phi_k(z J) is a function of A)
/// and for trigonometric methods. Problems with other damping are unfit, or are given to the back
/// end that `general` creates.
bool enrol_half_size(const std::string& name, MakeHalfSize make,
                     MakeGeneralDamping general = nullptr,
                     std::source_location place = std::source_location::current());
/// The names of all enrolled functions of A, sorted.
std::vector<std::string> half_size_names();
/// New functions of A of this name; an Error with near matches where there are none.
Cloned<HalfSizeFunctions> make_half_size(const std::string& name);

}  // namespace stiffbench::phi
