#pragma once

#include "integrators/kernels/linear/linear_solver.hpp"

namespace stiffbench {

/// KLU (DOI 10.1145/1824801.1824814), the sparse LU factorization that most users of SUNDIALS
/// choose, with its defaults: a full factorization with pivoting each time, and one analysis per
/// pattern. KLU is made for circuits and uses no dense blocks, so LinearSolver's UMFPACK factorizes
/// faster on meshes. On the matrices of 2 dof unknowns of the bunny at 1k KLU took 5 to 9 times as
/// long as UMFPACK; its solves, which do not refine, took a twentieth of the time.
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
