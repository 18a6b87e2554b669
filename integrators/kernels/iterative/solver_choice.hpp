#pragma once

#include <Eigen/Core>

#include <array>
#include <optional>

namespace stiffbench {

/// The solver of the linear systems of Newton's updates. The symmetric systems in the accelerations
/// are solved by Cholesky's factorization, by conjugate gradients, or by an automatic choice
/// between the two; `full` solves the nonsymmetric system in (x, v), of twice the size, by LU.
enum class UpdateSolver { cholesky, pcg, automatic, full };
constexpr auto names_of(UpdateSolver) { return std::array{"cholesky", "pcg", "auto", "full"}; }

/// The work of Cholesky's method on a body of solid elements, in units of one product with the
/// matrix (symmetric_product.hpp), both on one thread.
struct DirectWork {
  double unknowns, factorization, solve;
};

/// Rotating cubes of 4^3, 8^3, 12^3, 18^3 and 26^3 cells, as printed by `bench_linear_solvers`.
inline constexpr std::array<DirectWork, 5> direct_work = {{
    {360, 193, 11.6},
    {2160, 414, 19.2},
    {6552, 980, 73.1},
    {20520, 2065, 95.6},
    {58968, 3517, 116.4},
}};

/// The work of Cholesky's method with this number of unknowns, interpolated in direct_work on
/// logarithmic scales; no value outside the table.
std::optional<DirectWork> direct_work_of(Eigen::Index unknowns);

/// The choice of linear_solver=auto between conjugate gradients and Cholesky's factorization. It
/// depends on counts only, so it is the same in every run and on every machine.
/// - Below the sizes in direct_work: Cholesky's method.
/// - Above them: conjugate gradients. Factors of that size have not been measured, and they may not
///   fit into memory.
/// - In between: conjugate gradients, until they have used more products for a matrix than
///   Cholesky's method would be worth for the same solves. Cholesky's method then takes over for
///   the rest of the run. Poisson's ratio thus affects the choice: near 0.5 systems take several
///   times as many products.
class SolverChoice {
 public:
  void init(UpdateSolver solver, Eigen::Index unknowns);
  /// True when conjugate gradients solve with the next matrix.
  bool iterates() const { return iterates_; }
  /// Restarts the counts for a new matrix.
  void begin_matrix() {
    solves_ = 0;
    products_ = 0;
  }
  /// Counts one more solve, and returns the largest number of products that it may use.
  long begin_solve();
  void count(long products) { products_ += products; }
  /// True when this run may switch from conjugate gradients to Cholesky's method.
  bool may_end() const { return automatic_; }
  /// Uses Cholesky's method for the rest of the run.
  void end_iterations() { iterates_ = false; }

 private:
  std::optional<DirectWork> limit_;
  bool automatic_ = false, iterates_ = false;
  Eigen::Index unknowns_ = 0;
  long solves_ = 0, products_ = 0;  // with the present matrix
};

}  // namespace stiffbench
