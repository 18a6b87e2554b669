#pragma once

#include "integrators/phi/half_size/half_size.hpp"
#include "integrators/phi/spectrum.hpp"

namespace stiffbench::phi {

/// The operator of a Lanczos process: the half-size operator A itself or a function of it,
/// self-adjoint in the inner product of M. Classes of operators are values.
class KrylovOperator {
 public:
  virtual ~KrylovOperator() = default;
  virtual void init(const CountedProblem& problem) = 0;
  /// Sets A. `span` is the longest span of all requests (s); `omega` is an upper bound of the
  /// angular frequencies (rad/s).
  virtual Outcome set_stiffness(const Mat& K, double span, double omega) = 0;
  virtual void apply(const Vec& v, Vec& image) = 0;
  /// The eigenvalue of A that corresponds to the operator's eigenvalue theta. uncertainty(theta) is
  /// its change due to round-off in theta and in the entries of K.
  virtual double eigenvalue(double theta) const = 0;
  virtual double uncertainty(double theta) const = 0;
  /// The range of the operator's eigenvalues or, where A has negative ones, that of the eigenvalues
  /// of T.
  virtual Interval range(const Interval& of_T) const = 0;
  /// True when new vectors are orthogonalized against all earlier ones, not only against the last
  /// two.
  virtual bool reorthogonalizes() const = 0;
  /// The number of vectors at which the error is first estimated.
  virtual Eigen::Index first_look() const = 0;
  /// The largest number of vectors.
  virtual Eigen::Index limit() const = 0;
  /// The cause of a stagnation and its remedy, for messages.
  virtual const char* advice() const = 0;
  virtual BackendFacts facts() const { return {}; }
};

/// The largest numbers of vectors of `lanczos` and `rational_lanczos`. A vector takes 8 n bytes:
/// 190 and 95 MB in all for 24 000 unknowns.
inline constexpr Eigen::Index lanczos_limit = 1000, rational_limit = 500;

/// Functions f(A) b = |b| V f(T) e_1 from a Lanczos process on such an operator, one process for
/// each input. T grows until a bound on the error is below the tolerance; see krylov_bound.hpp.
Cloned<HalfSizeFunctions> krylov_half_size(Cloned<KrylovOperator> kind);

}  // namespace stiffbench::phi
