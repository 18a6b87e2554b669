#pragma once

#include "integrators/kernels/linear/linear_solver.hpp"

namespace stiffbench {

/// The sparse LU factorization that users of SUNDIALS mostly choose: KLU (DOI
/// 10.1145/1824801.1824814) with its defaults, a full factorization with pivoting each time and one
/// analysis per pattern. KLU is made for circuits and has no dense blocks: on meshes LinearSolver's
/// UMFPACK factorizes faster. On the matrices of 2 dof unknowns of the bunny at 1k it took 5 to 9
/// times as long as UMFPACK, and its solves, which do not refine, a twentieth.
class Klu {
 public:
  Klu();
  Klu(const Klu&) = delete;
  ~Klu();

  /// Factorizes A; the failures are those of LinearSolver::factorize.
  Outcome factorize(const Columns& A, Work& work);
  void solve(const Vec& b, Vec& x, Work& work);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace stiffbench
