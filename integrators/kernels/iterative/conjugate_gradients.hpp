#pragma once

#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/pattern.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"

#include <vector>

namespace stiffbench {

/// The accuracy that suffices of an approximate solution: its error may have the larger of these
/// two energy norms.
struct Accuracy {
  double relative = 0;  ///< relative to the solution's energy norm
  double absolute = 0;  ///< in units of the energy norm
};

/// Preconditioned conjugate gradients (Hestenes, Stiefel, DOI 10.6028/jres.049.044) for one
/// symmetric, positive definite matrix S and many right-hand sides. The preconditioner is the
/// inverse of the diagonal blocks of S. Products are those of symmetric_product.hpp, each counted
/// as one stiffness_times.
///
/// The error is estimated in the energy norm |e|_S, which the iteration minimizes. Step j lowers
/// its square by alpha_j r_j' z_j (Strakos, Tichy, DOI 10.1007/s10543-005-0032-1), so that the
/// falls of the last eighth of the steps estimate the error where that eighth began. Less than an
/// eighth stops iterations that only pause; a quarter takes more steps than the accuracy needs.
/// Nothing is estimated before the second step.
class ConjugateGradients {
 public:
  /// Sets S, which holds both triangles; `block_size` is the problem's. Not ok: `diverged` where S
  /// is not finite, `indefinite` where a diagonal block is not positive definite.
  Outcome assign(const Columns& S, int block_size);
  /// Solves S x = b, from x = 0, by `most` products at the most. Not ok, and x is the last iterate:
  /// `indefinite` where the curvature p' S p of a direction is not positive, `krylov_stagnated`
  /// where the products do not suffice, `diverged` where a number is not finite.
  Outcome solve(const Vec& b, const Accuracy& accuracy, long most, Vec& x, Work& work);
  /// The estimated energy norm of the error of the last solution.
  double error() const { return error_; }

 private:
  bool invert_blocks(int block_size);
  /// Computes z_ from r_; returns r' z.
  double precondition();
  double estimate() const;

  Mat S_;
  Pattern pattern_;
  SymmetricProduct product_;  // where blocks are larger than 1
  int block_size_ = 1;
  Vec inverses_;  // of the diagonal blocks, one after the other
  Vec r_, z_, p_, q_;
  std::vector<double> falls_;  // of the square of the error's norm, in each step
  double error_ = 0;
};

}  // namespace stiffbench
