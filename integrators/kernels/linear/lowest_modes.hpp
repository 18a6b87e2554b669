#pragma once

#include "base/dense.hpp"
#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "problems/contract/counted_problem.hpp"

#include <optional>
#include <vector>

namespace stiffbench {

/// The lowest modes of a symmetric K that changes from step to step: K q = lambda M q, q' M q = 1.
///
/// Up to dense_below degrees of freedom all modes are computed with full matrices, by Jacobi's
/// rotations: Eigen's decomposition would allocate memory in every step. Beyond, a
/// Lanczos process of (K + s M)^-1 M from a fixed vector, with full orthogonalization in the inner
/// product of M, continues until the residual of each mode that is asked for is at most `tolerance`
/// of lambda + s (Ericsson, Ruhe, DOI 10.1090/S0025-5718-1980-0583502-2). Where the basis spans an
/// invariant space, the process goes on from a vector of its complement. Of a multiple eigenvalue
/// one mode is found before that; the result may then contain higher modes in place of the others.
class LowestModes {
 public:
  static constexpr Eigen::Index dense_below = 48;
  static constexpr double tolerance = 1e-10;

  /// Prepares for `count` modes, which is at most the number of degrees of freedom.
  void init(const CountedProblem& problem, Eigen::Index count);
  /// Computes the modes of K. Fails as `diverged` where K is not finite, as `indefinite` where no
  /// shift s makes K + s M definite, and as `krylov_stagnated`.
  Outcome compute(const Mat& K);

  /// The eigenvalues (1/s^2) in ascending order, and the modes as columns.
  const Vec& values() const { return values_; }
  const Eigen::MatrixXd& vectors() const { return vectors_; }

 private:
  Outcome compute_dense(const Mat& K);
  /// Rotates every entry beside the diagonal to zero once; false where all were negligible.
  bool sweep();
  Outcome factorize(const Mat& K);
  /// Adds one vector to the basis; false where the basis is complete.
  bool extend();
  /// Makes the next vector orthogonal to the basis, in the inner product of M.
  void orthogonalize_next();
  /// Divides the next vector by its norm, which it returns.
  double normalize_next();
  /// True when the Ritz vectors of the present basis are modes to the tolerance.
  bool accept();

  const CountedProblem* problem_ = nullptr;
  Eigen::Index count_ = 0, size_ = 0;  // modes, and vectors in the basis
  bool is_dense_ = false;
  double shift_ = 0, least_shift_ = 0;
  std::optional<dense::Cholesky> root_of_mass_;
  std::optional<dense::SymmetricEigen> eigen_;
  Eigen::Index eigen_size_ = 0;
  Eigen::MatrixXd full_, rotations_;
  std::vector<Eigen::Index> ascending_;
  SparseSum sum_;
  LinearSolver solver_;
  Eigen::MatrixXd basis_, mass_basis_, vectors_;
  Vec diagonal_, below_, small_diagonal_, small_below_, values_, next_, mass_next_, parts_;
};

}  // namespace stiffbench
