#pragma once

#include "integrators/contract/outcome.hpp"
#include "problems/contract/state.hpp"
#include "problems/contract/work.hpp"

#include <memory>

namespace stiffbench {

/// A matrix in compressed sparse column format, which the factorizations take.
using Columns = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

/// The counted direct solver of all implicit methods. It calls CHOLMOD and UMFPACK directly and not
/// through Eigen's modules, which hide both libraries' estimates of the reciprocal condition
/// number, needed to recognise singular matrices, and allocate the result and the workspace of
/// every solve. It selects the factorization as follows:
/// - up to 32 unknowns: dense Cholesky, or dense LU with row exchanges;
/// - symmetric, with one diagonal block of up to 128 rows repeated from end to end (equal bodies at
///   rest): dense Cholesky of that block, once;
/// - other symmetric matrices: CHOLMOD's Cholesky, simplicial or supernodal as CHOLMOD chooses by
///   its operation count (DOI 10.1145/1391989.1391995). Solves with supernodal factors are those of
///   supernodal_solve.hpp, which are faster and depend on no BLAS;
/// - all others: UMFPACK's LU (DOI 10.1145/992200.992206).
///
/// A symmetric matrix that turns out not to be positive definite is factorized again by LU; the
/// ledger counts both factorizations, and the matrix as indefinite. Ordering and symbolic analysis
/// are done once per pattern. A copy starts without a factorization.
class LinearSolver {
 public:
  LinearSolver();
  LinearSolver(const LinearSolver& other);
  LinearSolver(LinearSolver&&) noexcept;
  LinearSolver& operator=(const LinearSolver& other);
  LinearSolver& operator=(LinearSolver&&) noexcept;
  ~LinearSolver();

  /// Factorizes A, which holds both triangles even where it is symmetric. Fails as `diverged` where
  /// A is not finite, and as `singular` where a pivot is zero or the smallest pivot is below 2e-16
  /// times the largest.
  Outcome factorize(const Columns& A, bool symmetric, Work& work);
  /// Factorizes a symmetric A that has to be positive definite. Fails as `indefinite` where it is
  /// not, without trying LU.
  Outcome factorize_definite(const Columns& A, Work& work);
  /// True when the last factorization succeeded, so that solve may be called.
  bool ready() const { return active_ != nullptr; }
  /// Forgets the last factorization, and keeps the symbolic analysis for a matrix of its pattern.
  void forget_factorization() { active_ = nullptr; }
  /// Solves A x = b with the current factorization.
  void solve(const Vec& b, Vec& x, Work& work) const;
  /// Solves A x = b where a small error is allowed. Returns its estimate, relative in the norm
  /// sqrt(x' A x), and 0 for an error of round-off. After five such solves with a supernodal factor,
  /// a copy of it in single precision serves if its error in the fifth solve is at most 1e-5. Such a
  /// solve takes about half the time.
  double solve_roughly(const Vec& b, Vec& x, Work& work) const;
  /// The number of entries of the current factors; for a symmetric matrix only one of the two
  /// factors is stored.
  double entries() const;

  /// A factorization of one kind (linear_solver.cpp).
  class Backend;

 private:
  bool begin(const Columns& A);
  Outcome accept(Backend& backend, bool singular, Eigen::Index pivots);

  std::unique_ptr<Backend> dense_cholesky_, sparse_cholesky_, lu_;
  Backend* active_ = nullptr;
};

}  // namespace stiffbench
