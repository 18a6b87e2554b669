#pragma once

#include "base/parameters.hpp"
#include "integrators/contract/outcome.hpp"
#include "integrators/kernels/iterative/preconditioner_choice.hpp"
#include "integrators/kernels/linear/symbolic/ordering.hpp"

#include <Eigen/Core>

#include <array>
#include <optional>
#include <string>

namespace stiffbench {

/// The solver of the linear systems of Newton's updates. The symmetric systems in the accelerations
/// are solved by Cholesky's factorization, by conjugate gradients, or by an automatic choice
/// between the two; `first_order` solves the nonsymmetric system in (x, v), of size 2n, by LU.
enum class UpdateSolver { cholesky, pcg, automatic, first_order };
constexpr auto names_of(UpdateSolver) {
  return std::array{"cholesky", "pcg", "auto", "first_order"};
}

/// The parameter of every method that may use conjugate gradients.
void preconditioner_parameter(auto& preconditioner, auto&& parameter) {
  parameter("preconditioner", preconditioner, one_of<Preconditioner>(),
            "of conjugate gradients: the inverse diagonal blocks of the matrix, or an incomplete "
            "Cholesky factorization of 3x3 blocks; auto: the one that costs less; "
            "with a factorization the choice is refused",
            Ladder{"auto", "block_ic", "block_jacobi"});
}
/// The parameters of methods that are linearly implicit: they have linear systems, and no Newton.
void linear_solver_parameters(auto& solver, auto& preconditioner, auto& tolerance,
                              auto&& parameter) {
  parameter("linear_solver", solver, one_of({"cholesky", "pcg", "auto"}),
            "of a step's linear systems: Cholesky's factorization, or preconditioned conjugate "
            "gradients; auto: these while they cost less",
            Ladder{"auto", "cholesky", "pcg"});
  preconditioner_parameter(preconditioner, parameter);
  parameter("tolerance", tolerance, between(1e-16, 1),
            "error of a solution by conjugate gradients, relative, in the energy norm; with a "
            "factorization it is refused",
            Ladder{1e-12, 1e-10, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2});
}
/// The default of that tolerance.
inline constexpr double usual_linear_tolerance = 1e-12;
/// Throws Error for another tolerance with a factorization; `owner` is the integrator's name.
void check_tolerance(const std::string& owner, double tolerance, UpdateSolver solver);
/// Throws Error for a preconditioner that has no effect with the solver; `owner` is the
/// integrator's name.
void check_preconditioner(const std::string& owner, Preconditioner preconditioner,
                          UpdateSolver solver);
/// Throws Error for a preconditioner that the problem's matrices cannot have.
void require_blocks_for(Preconditioner preconditioner, int block_size);

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
/// these have cost 325 products, the factorization is counted (count_factor()) with the order that
/// is quick to find; once they have cost 1300, with the best one. Cholesky's method
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
  /// States whether a supernodal factor that is kept will be copied to single precision, in which
  /// solves take about half the time (LinearSolver::solve_roughly()); false before a call.
  void expect_copies(bool copies) { copies_ = copies; }
  /// Counts one more solve with the matrix, or one that takes as many by factors.
  void begin_solve(long solves = 1) { solves_ += solves; }
  /// True when the cost of Cholesky's method is to be set before the next solve.
  bool needs_direct_work() const {
    return automatic_ && looks_ < 2 && price_ >= (looks_ == 0 ? first_price : second_price);
  }
  void set_direct_work(const BlockGraph& graph);
  /// The largest number of products that the solve may use, if each costs so much.
  long most_products(double iteration) const;
  /// Counts the cost of a solve that ended so, in products. If those that it was allowed did not
  /// suffice (krylov_stagnated), Cholesky's method may take over. If `is_new`, the preconditioner
  /// has changed, and the costs of earlier solves say nothing about later ones. `solves` is that of
  /// begin_solve().
  void count(double price, Status status, bool is_new = false, long solves = 1);
  /// Changes to Cholesky's method where the rule says so; returns true if the solver has changed.
  bool leaves_iterations();

 private:
  /// The cost of solves before the factorization is counted, with the order that is quick to find
  /// and with the best one. Each count takes at most about as long.
  static constexpr double first_price = 325, second_price = 4 * first_price;
  /// True when a solve by Cholesky's method, with its share of the factorization, costs less than
  /// one by conjugate gradients.
  bool direct_is_cheaper() const;
  /// The cost of all solves by conjugate gradients beyond that of solves by factors.
  double beyond_direct() const;

  std::optional<DirectWork> direct_;
  int looks_ = 0;  // counts of the factorization so far
  bool automatic_ = false, iterates_ = false, too_large_ = false;
  bool was_direct_ = false, fell_short_ = false, copies_ = false, is_supernodal_ = false;
  Eigen::Index unknowns_ = 0;
  double price_ = 0;          // of all solves by conjugate gradients
  long iterated_solves_ = 0;  // by them
  double recent_price_ = 0;   // since the preconditioner changed, as the next line
  long recent_solves_ = 0;
  long solves_ = 0;               // with the present matrix
  double solves_per_matrix_ = 0;  // running mean, 0 before the second matrix
};

}  // namespace stiffbench
