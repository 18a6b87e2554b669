#pragma once

#include <Eigen/Core>

#include <memory>

// Dense algorithms of Eigen behind plain functions: each of them takes seconds to compile, and is
// compiled once, in dense.cpp and dense_exponential.cpp.

namespace stiffbench::dense {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Eigenvalues, ascending, and orthonormal eigenvectors of symmetric matrices of one size, in
/// memory that is allocated once. A copy has memory of its own and no decomposition yet.
class SymmetricEigen {
 public:
  explicit SymmetricEigen(Eigen::Index size);
  SymmetricEigen(const SymmetricEigen& other);
  SymmetricEigen(SymmetricEigen&&) noexcept;
  SymmetricEigen& operator=(SymmetricEigen other) noexcept;
  ~SymmetricEigen();

  /// Decomposes A, of which the lower triangle is read; false where the iteration does not
  /// converge.
  bool decompose(const MatrixXd& A);
  /// Decomposes the tridiagonal matrix with this diagonal and subdiagonal, and allocates nothing.
  bool decompose_tridiagonal(const VectorXd& diagonal, const VectorXd& below);
  const VectorXd& values() const;
  const MatrixXd& vectors() const;

 private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
};

/// Eigenvalues of a symmetric matrix, ascending.
VectorXd symmetric_eigenvalues(const MatrixXd& A);
/// Solutions of K q = lambda M q for symmetric K and positive definite M: eigenvalues, ascending,
/// and the modes q, a column each, with q' M q = 1.
struct Modes {
  VectorXd values;
  MatrixXd vectors;
};
Modes modes(const MatrixXd& K, const MatrixXd& M);
/// Eigenvalues of a general matrix.
Eigen::VectorXcd eigenvalues(const MatrixXd& A);

/// A = L L' of a symmetric positive definite matrix.
class Cholesky {
 public:
  explicit Cholesky(const MatrixXd& A);
  /// True when A was positive definite.
  bool ok() const { return ok_; }
  /// The logarithm of the determinant of L.
  double log_determinant_of_L() const;

  /// The solution A^-1 B.
  MatrixXd solve(const MatrixXd& B) const;
  /// These overwrite B with L^-1 B (lower) and with L'^-1 B (upper).
  void solve_lower(MatrixXd& B) const;
  void solve_lower(VectorXd& b) const;
  void solve_upper(MatrixXd& B) const;
  void solve_upper(VectorXd& b) const;
  /// The product L' b.
  VectorXd times_upper(const VectorXd& b) const;
  /// The product B' L'.
  MatrixXd transpose_times_upper(const MatrixXd& B) const;
  /// Overwrites a symmetric B with L^-1 B L^-T.
  void make_congruent(MatrixXd& B) const;

 private:
  MatrixXd lower_;  // L in the lower triangle
  bool ok_;
};

/// The solution A^-1 B by an LU factorization with row exchanges.
MatrixXd solve(const MatrixXd& A, const MatrixXd& B);
MatrixXd inverse(const MatrixXd& A);
/// The shortest x of those that bring A x nearest to b, for any A.
VectorXd least_squares(const MatrixXd& A, const VectorXd& b);
/// The product A B, compiled once: each expression with a product of its own takes long to compile.
MatrixXd product(const MatrixXd& A, const MatrixXd& B);

/// A = U diag(values) V', without the values below `threshold` times the largest.
struct SingularValues {
  VectorXd values;
  MatrixXd U, V;
};
SingularValues singular_values(const MatrixXd& A, double threshold);

/// exp(A) by scaling and squaring (10.1137/04061101X).
MatrixXd exponential(const MatrixXd& A);

}  // namespace stiffbench::dense
