#pragma once

#include "integrators/phi/cloned.hpp"
#include "integrators/phi/half_size/half_size.hpp"
#include "integrators/phi/spectrum.hpp"

namespace stiffbench::phi {

/// What a Lanczos process on the half-size operator A multiplies with: A itself or a function of
/// it, self-adjoint in the inner product of M. A value that clones itself through copy().
class KrylovOperator {
 public:
  virtual ~KrylovOperator() = default;
  virtual std::unique_ptr<KrylovOperator> copy() const = 0;
  virtual void init(const CountedProblem& problem) = 0;
  /// Sets A; `span` is the longest of all requests (s), `omega` no less than the highest angular
  /// frequency.
  virtual Outcome set_stiffness(const Mat& K, double span, double omega) = 0;
  virtual void apply(const Vec& v, Vec& image) = 0;
  /// The eigenvalue of A that belongs to this one of the operator, and how far round-off in theta
  /// and in the entries of K moves it.
  virtual double eigenvalue(double theta) const = 0;
  virtual double uncertainty(double theta) const = 0;
  /// Where the operator's eigenvalues can lie, unless A has some below zero: then as far as those
  /// of T.
  virtual Interval range(const Interval& of_T) const = 0;
  /// Whether new vectors are made orthogonal to all others, or only to the last two.
  virtual bool reorthogonalizes() const = 0;
  /// How many vectors there are when the approximant is first looked at.
  virtual Eigen::Index first_look() const = 0;
  /// How many vectors are kept at most.
  virtual Eigen::Index limit() const = 0;
  /// What a stagnation is to be blamed on.
  virtual const char* advice() const = 0;
  virtual BackendFacts facts() const { return {}; }
};

/// Vectors that `lanczos` and `rational_lanczos` keep at most: 8 n bytes each, 190 and 95 MB for
/// 24 000 unknowns.
inline constexpr Eigen::Index lanczos_limit = 1000, rational_limit = 500;

/// f(A) b = |b| V f(T) e_1 from a Lanczos process on such an operator, for every input its own.
/// T grows until a bound on the error is below the tolerance; see krylov_bound.hpp.
std::unique_ptr<HalfSizeFunctions> krylov_half_size(std::unique_ptr<KrylovOperator> kind);

}  // namespace stiffbench::phi
