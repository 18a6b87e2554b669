#pragma once

#include "problems/contract/state.hpp"

#include <cmath>
#include <limits>

namespace stiffbench {

// What Newton and CoupledStages have in common.

/// Beyond this contraction a new factorization pays: on a mesh it costs about what ten iterations
/// do, and twelve digits are still to win.
constexpr double slow_contraction = 0.1;

/// Of the line search: the part of the fall that a linear problem would show which is asked for,
/// and where it gives up.
constexpr double descent = 1e-4, least_fraction = 1e-10;

/// Of a residual r = f - M a, in the norm dual to that of the kinetic energy, with the diagonal of
/// M: sqrt(r' diag(M)^-1 r).
inline double dual_norm(const Eigen::Ref<const Vec>& r, const Vec& mass) {
  return std::sqrt(r.cwiseAbs2().cwiseQuotient(mass).sum());
}

/// What rounding alone may leave of it: 8 eps (|M| a + |K| x + |D| v) for the magnitudes a, x, v
/// of what the forces were made from. No force in double precision is known any better.
inline void round_off(const Mat& M, const Mat& K, const Mat& D, const Vec& a, const Vec& x,
                      const Vec& v, Vec& bound) {
  bound.noalias() = M.cwiseAbs() * a;
  bound.noalias() += K.cwiseAbs() * x;
  bound.noalias() += D.cwiseAbs() * v;
  bound *= 8 * std::numeric_limits<double>::epsilon();
}

}  // namespace stiffbench
