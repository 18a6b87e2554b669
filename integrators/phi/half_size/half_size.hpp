#pragma once

#include "integrators/phi/phi.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <source_location>
#include <span>
#include <string>
#include <vector>

namespace stiffbench::phi {

/// The kind of a vector, which determines its norm: positions by x' K x, velocities by v' M v.
/// Where K is indefinite, positions by x' (K + s M) x, s = -2 lambda_min; see Options in phi.hpp.
enum class Part { position, velocity };

/// The functions of the half-size operator A = M^-1 K to compute: out[t.output] = sum over the
/// terms t of f_t(A) in[t.input]. A is self-adjoint in the inner product of M.
struct HalfSizeRequest {
  struct Term {
    int input, output;
    /// The growth of the entire function f_t (s): no faster than cos(span sqrt(lambda)).
    double span;
    /// The weight of this term in the error. The error of an output may be tolerance * sum over its
    /// terms of bound |in|, each in the norm of its part, times exp(span sqrt(-lambda_min)) where K
    /// is indefinite.
    double bound;
    /// The growth of f_t due to damping (s^2): off the real axis also as exp(-decay lambda).
    double decay = 0;
  };
  std::vector<Part> inputs, outputs;
  std::vector<Term> terms;
  struct Table {
    Eigen::ArrayXXd values;  ///< values(i, t) = f_t(lambda(i))
    /// scale(t): the largest sum of the absolute values of the summands of f_t on these lambda.
    /// Where summands cancel, f_t has the round-off of the summands.
    Eigen::ArrayXd scale;
    Eigen::ArrayXd summands;  ///< scratch memory of functions(), allocated once
  };
  /// Fills the table for these lambda (1/s^2, of either sign), for all terms at once, so that they
  /// can share common parts.
  std::function<void(const Eigen::ArrayXd& lambda, Table& table)> functions;
};

/// The largest number of degrees of freedom for which full n x n matrices are used.
inline constexpr Eigen::Index dense_limit = 1500;

/// Returns the number relative to which an error is measured: the energy norm. `size` is at least
/// that norm, with omega_max |x|_M for positions. Round-off in x' K x hides a norm below the root
/// of epsilon times that, as rigid translations have. The result is then so large that `tolerance`
/// times it is the round-off of a product with hJ; `phase` is h omega_max.
inline double known_norm(double energy_norm, double size, double phase, double tolerance) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  if (energy_norm >= std::sqrt(epsilon) * size) return energy_norm;
  return std::max(energy_norm, epsilon * std::max(1.0, phase) * size / tolerance);
}

/// Functions of A for a K that changes from step to step; classes of them are values.
class HalfSizeFunctions {
 public:
  virtual ~HalfSizeFunctions() = default;
  virtual BackendFacts facts() const { return {}; }
  /// The reason why an evaluation allocates memory on this problem; empty where it does not
  /// allocate.
  virtual std::string allocates(const ProblemKind&) const { return ""; }
  /// The reason why the problem is too large, or otherwise outside the scope; empty if it is
  /// inside.
  virtual std::string why_not_applicable(const ProblemKind&) const { return ""; }

  /// Prepares for this problem, once, before all other calls; the problem outlives this object.
  virtual void init(const CountedProblem& problem, double tolerance) = 0;
  /// Adds a request; the result identifies it in evaluate().
  virtual int add(HalfSizeRequest request) = 0;
  /// Replaces the tolerance of init() for all later evaluations.
  virtual void set_tolerance(double tolerance) = 0;
  /// Sets A for all later evaluations. K must stay alive and unchanged until the next call.
  virtual Outcome set_stiffness(const Mat& K) = 0;
  /// Fills the outputs of a request. The inputs have length n, and the outputs are resized. Inputs
  /// and outputs must be different objects.
  virtual Outcome evaluate(int request, std::span<const Vec* const> in,
                           std::span<Vec* const> out) = 0;
  /// The estimated error of the last evaluate(), as Backend::error_estimate() of phi.hpp.
  virtual double error_estimate() const = 0;
  /// The choices of functions that choose a back end, as Backend::chosen() of phi.hpp.
  virtual Settings chosen() const { return {}; }

  /// Limits the number of Krylov vectors (a product each, or a solve) in every later evaluate(),
  /// for all its inputs together; the limit may be undercut by a few. Where the vectors do not
  /// suffice, the outcome is krylov_stagnated. Callers set the limit if they have a faster
  /// alternative. Functions without Krylov vectors ignore it.
  virtual void limit_vectors(Eigen::Index /*most*/) {}
  /// The number of products with K that evaluate() of this request will make, where it can be
  /// predicted.
  virtual std::optional<long> products_ahead(int /*request*/) { return std::nullopt; }
};

using MakeHalfSize = Cloned<HalfSizeFunctions> (*)();

/// The back end for problems whose damping is not a function of A, and the reasons for its choice.
struct GeneralDamping {
  Cloned<Backend> back_end;
  Settings chosen = {};
};
using MakeGeneralDamping = GeneralDamping (*)(const ProblemKind& problem);

/// Enrols functions of A under one name, for exponential methods (as a phi back end: on undamped
/// problems and on those with D = alpha M + beta K every 2 x 2 block of phi_k(z J) is a function of
/// A) and for trigonometric methods. Problems with other damping are out of scope, or are handled
/// by the back end that `general` creates.
bool enrol_half_size(const std::string& name, MakeHalfSize make,
                     MakeGeneralDamping general = nullptr,
                     std::source_location place = std::source_location::current());
/// The names of all enrolled functions of A, sorted.
std::vector<std::string> half_size_names();
/// Makes functions of A with this name; throws Error with near matches where there are none.
Cloned<HalfSizeFunctions> make_half_size(const std::string& name);

}  // namespace stiffbench::phi
