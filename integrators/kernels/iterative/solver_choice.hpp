#pragma once

#include "integrators/contract/outcome.hpp"
#include "integrators/kernels/linear/symbolic/ordering.hpp"

#include <Eigen/Core>

#include <array>
#include <optional>

namespace stiffbench {

/// The solver of the linear systems of Newton's updates. The symmetric systems in the accelerations
/// are solved by Cholesky's factorization, by conjugate gradients, or by an automatic choice
/// between the two; `first_order` solves the nonsymmetric system in (x, v), of size 2n, by LU.
enum class UpdateSolver { cholesky, pcg, automatic, first_order };
constexpr auto names_of(UpdateSolver) {
  return std::array{"cholesky", "pcg", "auto", "first_order"};
}

/// The cost of Cholesky's method, in units of one product with the matrix (symmetric_product.hpp),
/// both on one thread.
struct DirectWork {
  double analysis, factorization, solve;
};

/// The cost of Cholesky's method on a matrix with this many entries on and right of the diagonal.
/// The constants are fits to times of eight bodies, from brush to dragon, on one processor
/// with AVX-512. `bench_linear_solvers` prints predicted and measured costs.
DirectWork direct_work(const FactorCounts& counts, double upper_entries);

/// The choice of linear_solver=auto between conjugate gradients and Cholesky's factorization. It
/// depends on counts only, so it is the same in every run.
///
/// Below 360 unknowns Cholesky's method solves. All other runs begin with conjugate gradients. Once
/// these have taken 250 products, the factorization is counted (count_factor()). Cholesky's method
/// takes over where its factorization, shared among the solves of a matrix, and its solve cost less
/// than a solve by conjugate gradients, and, for the first time, where these have cost more so far
/// than analysis and factorization would. The loss is therefore at most the cost of an
/// analysis and a factorization. Conjugate gradients return by the same rule where matrices begin
/// to change more often. Factors beyond 4 GiB are never computed.
class SolverChoice {
 public:
  void init(UpdateSolver solver, Eigen::Index unknowns);
  /// True when conjugate gradients solve with the present matrix.
  bool iterates() const { return iterates_; }
  /// True when Cholesky's method may take over.
  bool may_leave() const { return automatic_ && !too_large_; }
  /// Counts a new matrix, and chooses its solver.
  void begin_matrix();
  /// Counts one more solve with the matrix.
  void begin_solve() { ++solves_; }
  /// True when the cost of Cholesky's method is to be set before the next solve.
  bool needs_direct_work() const { return automatic_ && !direct_ && products_ >= first_products; }
  void set_direct_work(const BlockGraph& graph);
  /// The largest number of products that the solve may use.
  long most_products() const;
  /// Counts the products of a solve that ended so. If they did not suffice (krylov_stagnated),
  /// Cholesky's method may take over.
  void count(long products, Status status);
  /// Changes to Cholesky's method where the rule says so; returns true if the solver has changed.
  bool leaves_iterations();

 private:
  /// Products before the factorization is counted, which takes about as long.
  static constexpr long first_products = 250;
  /// True when a solve by Cholesky's method, with its share of the factorization, costs less than
  /// one by conjugate gradients.
  bool direct_is_cheaper() const;
  /// The cost of all solves by conjugate gradients beyond that of solves by factors.
  double beyond_direct() const;

  std::optional<DirectWork> direct_;
  bool automatic_ = false, iterates_ = false, too_large_ = false;
  bool was_direct_ = false, fell_short_ = false;
  Eigen::Index unknowns_ = 0;
  long products_ = 0, iterated_solves_ = 0;  // of all solves by conjugate gradients
  long solves_ = 0;                          // with the present matrix
  double solves_per_matrix_ = 0;             // running mean, 0 before the second matrix
};

}  // namespace stiffbench
