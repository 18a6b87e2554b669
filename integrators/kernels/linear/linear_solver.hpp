#pragma once

#include "integrators/contract/outcome.hpp"
#include "problems/contract/state.hpp"
#include "problems/contract/work.hpp"

#include <memory>

namespace stiffbench {

/// A matrix of compressed sparse columns, the form that the factorizations take.
using Columns = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

/// The counted direct solver of all implicit methods. CHOLMOD and UMFPACK are called directly and
/// not through Eigen's modules for them, which hide both libraries' estimates of the reciprocal
/// condition number, by which a singular matrix is recognised, and allocate the result and the
/// workspace of every solve. Its rule:
/// - up to 32 unknowns: dense Cholesky, or dense LU with row exchanges;
/// - symmetric, and one diagonal block of up to 128 rows repeated from end to end (equal bodies at
///   rest): dense Cholesky of that block, once;
/// - else, symmetric: CHOLMOD's Cholesky, simplicial or supernodal as CHOLMOD chooses by its count
///   of operations (DOI 10.1145/1391989.1391995);
/// - else: UMFPACK's LU (DOI 10.1145/992200.992206).
/// A symmetric matrix that turns out not to be positive definite is factorized again by LU; the
/// ledger shows both, and counts it as indefinite. Ordering and symbolic analysis are done once per
/// pattern. A copy starts without a factorization.
class LinearSolver {
 public:
  LinearSolver();
  LinearSolver(const LinearSolver& other);
  LinearSolver(LinearSolver&&) noexcept;
  LinearSolver& operator=(const LinearSolver& other);
  LinearSolver& operator=(LinearSolver&&) noexcept;
  ~LinearSolver();

  /// Factorizes A, which holds both triangles also where it is symmetric. Not ok: `diverged` where
  /// A is not finite, `singular` where a pivot is zero or the smallest is below 2e-16 of the
  /// largest.
  Outcome factorize(const Columns& A, bool symmetric, Work& work);
  /// Factorizes a symmetric A that has to be positive definite: `indefinite` where it is not, and
  /// no LU is tried then.
  Outcome factorize_definite(const Columns& A, Work& work);
  /// True when the last factorization succeeded, so that solve may be called.
  bool ready() const { return active_ != nullptr; }
  /// Solves for x = A^-1 b with the factorization at hand.
  void solve(const Vec& b, Vec& x, Work& work) const;
  /// The number of entries of the factors at hand; of a symmetric matrix only one of the two is
  /// stored.
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
