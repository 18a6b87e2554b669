#pragma once

#include "integrators/kernels/iterative/accuracy.hpp"
#include "integrators/kernels/iterative/block_ic.hpp"
#include "integrators/kernels/iterative/preconditioner_choice.hpp"
#include "integrators/kernels/linear/linear_solver.hpp"
#include "integrators/kernels/linear/symbolic/pattern.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"

#include <span>
#include <vector>

namespace stiffbench {

/// Preconditioned conjugate gradients (Hestenes, Stiefel, DOI 10.6028/jres.049.044) for one
/// symmetric, positive definite matrix S and many right-hand sides. The preconditioner is the
/// inverse of the diagonal blocks of S or, for 3x3 blocks, an incomplete Cholesky factorization,
/// which may also take over in the middle of a solve (preconditioner_choice.hpp). Where it breaks
/// down, the diagonal blocks serve. Products are those of symmetric_product.hpp; each counts in
/// stiffness_products, an incomplete factorization in incomplete_factorizations, and a solve with
/// it in incomplete_solves.
///
/// The error is estimated in the energy norm |e|_S, which the iteration minimizes. Step j lowers
/// the square of this norm by alpha_j r_j' z_j (Strakos, Tichy, DOI 10.1007/s10543-005-0032-1). The
/// sum of these decreases over the last eighth of the steps estimates the error at the start of
/// that eighth. A shorter window would end iterations that only pause; a quarter would take more
/// steps than the accuracy requires. There is no estimate before the second step, or before the
/// fifth where the start was not zero or the preconditioner has changed: the first decreases then
/// say little about the later ones.
class ConjugateGradients {
 public:
  /// Forgets all counts. Without a call the choice is automatic.
  void init(Preconditioner kind);
  /// Sets S, which holds both triangles; `block_size` is the problem's. Fails as `diverged` where S
  /// is not finite, and as `indefinite` where a diagonal block is not positive definite.
  Outcome assign(const Columns& S, int block_size);
  /// Sets S to a sum of matrices of whole 3x3 blocks (require_blocks()), without assembling it: one
  /// pass over the entries. An S that is not finite may be found by the first solve.
  Outcome assign(const BlockSum& S);
  /// Solves S x = b with at most `most` products beside those for the basis. The iteration starts
  /// from the vector in the span of `basis` that is nearest to the solution in the energy norm, at
  /// one product for each vector. It starts from x = 0 without a basis, and where the last such
  /// start took fewer than 16 products; the first solve with a basis finds that out. On failure x
  /// is the last iterate: `indefinite` where the curvature p' S p of a direction is not positive,
  /// `krylov_stagnated` where the products do not suffice, `diverged` where a number is not finite.
  Outcome solve(const Vec& b, const Accuracy& accuracy, long most, Vec& x, Work& work,
                std::span<const Vec> basis = {});
  /// The estimated energy norm of the error of the last solution.
  double error() const { return error_; }

  /// For iterations of another kind that use this matrix and its preconditioner: begin_other()
  /// starts a solve, times() computes y = S x, precondition() computes z from r, and end_other()
  /// counts so many products and the decimal digits that the solve has won.
  void begin_other(Work& work);
  void times(const ComplexVec& x, ComplexVec& y, Work& work);
  void precondition(const ComplexVec& r, ComplexVec& z, Work& work);
  void end_other(long products, double digits);
  /// b - S x of the last solution, as the iteration updates it.
  const Vec& residual() const { return r_; }
  /// The cost of one iteration of the next solve, in products with S.
  double iteration() const { return choice_.next_iteration(); }
  /// The cost of the last solve, in products with S.
  double price() const { return price_; }
  /// True when the last solve was the first one with an incomplete factorization.
  bool has_turned() const { return has_turned_; }

 private:
  void times(const Vec& x, Vec& y, Work& work);
  /// Computes z from r; returns r' z.
  double precondition(const Vec& r, Vec& z, Work& work);
  /// Iterates from x, whose residual is r_.
  Outcome iterate(const Accuracy& accuracy, long most, Vec& x, Work& work);
  /// Moves x and the residual to the best start in the span of the basis; adds the decrease of the
  /// squared norm of the error to sum_.
  void project(std::span<const Vec> basis, Vec& x, Work& work);
  /// Computes the incomplete factorization.
  void factorize(Work& work);
  /// Counts the products since the start, or since the preconditioner changed. A solve that breaks
  /// off is not representative: the choice of a preconditioner ignores its products.
  void count(bool is_representative);
  double estimate() const;

  Mat S_;
  Pattern pattern_;
  SymmetricProduct product_;  // used where blocks are larger than 1
  int block_size_ = 1;
  Vec inverses_;  // of the diagonal blocks, one after the other
  BlockIc factor_;
  PreconditionerChoice choice_;
  Vec r_, z_, p_, q_;
  std::vector<Vec> directions_, products_;  // of the basis, orthonormal in the energy norm
  std::vector<double> falls_;  // decreases of the squared norm of the error, one per step
  double sum_ = 0;             // of all decreases: the squared norm of the iterate
  double start_sum_ = 0;       // at the start, or when the preconditioner changed
  double error_ = 0, price_ = 0;
  std::ptrdiff_t least_window_ = 1;  // of the estimate
  bool was_factorized_ = false;      // ever
  bool has_turned_ = false;
  long uncounted_ = 0;         // products since the last count()
  long unaided_products_ = 0;  // of the last solve with a basis that was not used
};

}  // namespace stiffbench
