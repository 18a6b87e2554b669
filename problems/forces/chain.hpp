#pragma once

#include "problems/state.hpp"

namespace stiffbench {

// A chain of n points between two walls, x in the points' displacements from rest; element
// s = 0..n joins point s-1 to point s, and points -1 and n are the walls.

/// Elongation of element s, or its rate when given velocities.
template <class Scalar>
Scalar chain_elongation(Eigen::Index s, const VecOf<Scalar>& x) {
  if (s == 0) return x[0];
  return s == x.size() ? -x[s - 1] : x[s] - x[s - 1];
}

/// f -= the pull of element s under tension.
template <class Scalar>
void chain_pull(Eigen::Index s, Scalar tension, VecOf<Scalar>& f) {
  if (s < f.size()) f[s] -= tension;
  if (s > 0) f[s - 1] += tension;
}

/// The symmetric tridiagonal matrix; an A of the same size is overwritten in place.
void tridiagonal(const Vec& diagonal, const Vec& off_diagonal, Mat& A);

/// The stiffness (or damping) of the chain with n+1 element stiffnesses; in place likewise.
void chain_stiffness(const Vec& elements, Mat& K);

}  // namespace stiffbench
