#pragma once

#include <Eigen/Core>

#include <array>
#include <optional>

namespace stiffbench {

/// The solver of the linear systems of Newton's updates: symmetric ones in the accelerations, by
/// Cholesky's factorization, by conjugate gradients, or by whichever of them is chosen; or the
/// nonsymmetric one in (x, v) of twice the size, by LU.
enum class UpdateSolver { cholesky, pcg, automatic, full };
constexpr auto names_of(UpdateSolver) { return std::array{"cholesky", "pcg", "auto", "full"}; }

/// What Cholesky's method takes on a body of solid elements, in times of one product with the
/// matrix (symmetric_product.hpp), both on one thread.
struct DirectWork {
  double unknowns, factorization, solve;
};

/// Rotating cubes of 4^3, 8^3, 12^3, 18^3 and 26^3 cells, as `bench_linear_solvers` prints them.
inline constexpr std::array<DirectWork, 5> direct_work = {{
    {360, 193, 11.6},
    {2160, 414, 19.2},
    {6552, 980, 73.1},
    {20520, 2065, 95.6},
    {58968, 3517, 116.4},
}};

/// The work of Cholesky's method with so many unknowns, by interpolation in direct_work on
/// logarithmic scales; none outside of the table.
std::optional<DirectWork> direct_work_of(Eigen::Index unknowns);

/// The choice of linear_solver=auto between conjugate gradients and Cholesky's factorization. It
/// depends on counts alone, and so is the same in every run and on every machine.
/// - Below the sizes in direct_work it is Cholesky's.
/// - Above them it is conjugate gradients: no factors of that size have been measured, and they may
///   not fit the memory.
/// - Between, each matrix is first solved with by conjugate gradients. As soon as they have taken
///   more products than Cholesky's method would be worth for the same solves, it is Cholesky's, for
///   the rest of the run. That is how Poisson's ratio decides: near 0.5 systems take several times
///   as many products.
class SolverChoice {
 public:
  void init(UpdateSolver solver, Eigen::Index unknowns);
  /// True when the next matrix is solved with by conjugate gradients.
  bool iterates() const { return iterates_; }
  /// Begins to count for a new matrix.
  void begin_matrix() {
    solves_ = 0;
    products_ = 0;
  }
  /// The most products that the next solve may take; it counts as one.
  long begin_solve();
  void count(long products) { products_ += products; }
  /// True when the use of conjugate gradients may end in this run.
  bool may_end() const { return automatic_; }
  /// Ends the use of conjugate gradients.
  void end_iterations() { iterates_ = false; }

 private:
  std::optional<DirectWork> limit_;
  bool automatic_ = false, iterates_ = false;
  Eigen::Index unknowns_ = 0;
  long solves_ = 0, products_ = 0;  // with the present matrix
};

}  // namespace stiffbench
