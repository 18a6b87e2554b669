#pragma once

#include <Eigen/Core>

#include <memory>

// Dense algorithms of Eigen behind plain functions. Each algorithm takes seconds to compile, so it
// is compiled once, in dense.cpp or dense_exponential.cpp.

namespace stiffbench::dense {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Computes eigenvalues, in ascending order, and orthonormal eigenvectors of symmetric matrices of
/// one size. Memory is allocated once. A copy has the same size but contains no decomposition.
class SymmetricEigen {
 public:
  explicit SymmetricEigen(Eigen::Index size);
  SymmetricEigen(const SymmetricEigen& other);
  SymmetricEigen(SymmetricEigen&&) noexcept;
  SymmetricEigen& operator=(SymmetricEigen other) noexcept;
  ~SymmetricEigen();

  /// Decomposes A and reads only its lower triangle. Returns false if the iteration does not
  /// converge.
  bool decompose(const MatrixXd& A);
  /// Decomposes the tridiagonal matrix with this diagonal and subdiagonal without allocating
  /// memory. Returns false if the iteration does not converge.
  bool decompose_tridiagonal(const VectorXd& diagonal, const VectorXd& below);
  const VectorXd& values() const;
  const MatrixXd& vectors() const;

 private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
};

/// Returns the eigenvalues of a symmetric matrix in ascending order.
VectorXd symmetric_eigenvalues(const MatrixXd& A);
/// Solutions of K q = lambda M q for symmetric K and symmetric positive definite M: the eigenvalues
/// in ascending order, and the modes q as columns, with q' M q = 1.
struct Modes {
  VectorXd values;
  MatrixXd vectors;
};
Modes modes(const MatrixXd& K, const MatrixXd& M);
/// Returns the eigenvalues of a general square matrix.
Eigen::VectorXcd eigenvalues(const MatrixXd& A);

/// Cholesky factorization A = L L' of a symmetric positive definite matrix.
class Cholesky {
 public:
  explicit Cholesky(const MatrixXd& A);
  /// True if A was positive definite.
  bool ok() const { return ok_; }
  /// Returns the natural logarithm of the determinant of L.
  double log_determinant_of_L() const;

  /// Returns A^-1 B.
  MatrixXd solve(const MatrixXd& B) const;
  /// Overwrites B with L^-1 B.
  void solve_lower(MatrixXd& B) const;
  void solve_lower(VectorXd& b) const;
  /// Overwrites B with L'^-1 B.
  void solve_upper(MatrixXd& B) const;
  void solve_upper(VectorXd& b) const;
  /// Returns L' b.
  VectorXd times_upper(const VectorXd& b) const;
  /// Returns B' L'.
  MatrixXd transpose_times_upper(const MatrixXd& B) const;
  /// Overwrites a symmetric B with L^-1 B L^-T.
  void make_congruent(MatrixXd& B) const;

 private:
  MatrixXd lower_;  // L in the lower triangle
  bool ok_;
};

/// Returns A^-1 B, by an LU factorization with partial pivoting.
MatrixXd solve(const MatrixXd& A, const MatrixXd& B);
MatrixXd inverse(const MatrixXd& A);
/// Returns the minimum-norm least-squares solution x of A x = b, for A of any shape and rank.
VectorXd least_squares(const MatrixXd& A, const VectorXd& b);
/// Returns A B. Compiled once, because Eigen compiles every expression with a product anew.
MatrixXd product(const MatrixXd& A, const MatrixXd& B);

/// Singular value decomposition A = U diag(values) V', truncated.
struct SingularValues {
  VectorXd values;
  MatrixXd U, V;
};
/// Returns the decomposition without the singular values below `threshold` times the largest one.
SingularValues singular_values(const MatrixXd& A, double threshold);

/// Returns exp(A), by scaling and squaring (DOI 10.1137/04061101X).
MatrixXd exponential(const MatrixXd& A);

}  // namespace stiffbench::dense
