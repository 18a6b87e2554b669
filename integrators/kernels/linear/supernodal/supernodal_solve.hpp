#pragma once

namespace stiffbench {

/// A supernodal Cholesky factor L, as CHOLMOD stores it (cholmod_factor). Supernode k has the
/// columns from super[k] up to super[k + 1]; its entries are those of a full matrix, column by
/// column, from px[k] on, whose rows are s[pi[k]] up to s[pi[k + 1]]. The first of these rows are
/// the columns themselves; entries above the diagonal have no meaning.
struct Supernodes {
  int count;
  const int *super, *pi, *px, *s;
};

/// Solves L L' x = b in place on one thread; `values` are the numbers of L, and `work` has room for
/// the most rows of a supernode. CHOLMOD's own solve takes 1.1 to 2 times as long, since it
/// calls BLAS for every supernode. The instruction set is that of base/system/instruction_set.hpp.
/// All sets with fused multiply-add give the same digits; those of the baseline differ in the last
/// ones.
void solve_supernodes(const Supernodes& L, const double* values, double* x, double* work);
void solve_supernodes(const Supernodes& L, const float* values, float* x, float* work);

/// Returns |L' x| = sqrt(x' L L' x).
double energy_norm(const Supernodes& L, const double* values, const double* x);

}  // namespace stiffbench
