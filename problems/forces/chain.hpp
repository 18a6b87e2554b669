#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

// A chain of n points between two walls; x holds the displacements of the points from rest. Element
// s = 0..n joins point s-1 to point s; points -1 and n are the walls.

/// Returns the elongation of element s, or its rate if x holds velocities.
template <class Scalar>
Scalar chain_elongation(Eigen::Index s, const VecOf<Scalar>& x) {
  if (s == 0) return x[0];
  return s == x.size() ? -x[s - 1] : x[s] - x[s - 1];
}

/// Subtracts the pull of element s with this tension (N) from f (N).
template <class Scalar>
void chain_pull(Eigen::Index s, Scalar tension, VecOf<Scalar>& f) {
  if (s < f.size()) f[s] -= tension;
  if (s > 0) f[s - 1] += tension;
}

/// Returns a tridiagonal matrix of zeros.
Mat tridiagonal_pattern(Eigen::Index n);

/// Writes the symmetric tridiagonal matrix with these diagonals, which are vectors or expressions
/// of vectors. An A of that size is overwritten in place.
template <class Diagonal, class OffDiagonal>
void tridiagonal(const Diagonal& diagonal, const OffDiagonal& off_diagonal, Mat& A) {
  const Eigen::Index n = diagonal.size();
  if (A.rows() != n) A = tridiagonal_pattern(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    A.coeffRef(i, i) = diagonal[i];
    if (i + 1 < n) A.coeffRef(i, i + 1) = A.coeffRef(i + 1, i) = off_diagonal[i];
  }
}

/// Writes the stiffness (or damping) of a chain with n+1 element stiffnesses. A K of that size is
/// overwritten in place.
template <class Elements>
void chain_stiffness(const Elements& elements, Mat& K) {
  const Eigen::Index n = elements.size() - 1;
  tridiagonal(elements.head(n) + elements.tail(n), -elements.segment(1, n - 1), K);
}

}  // namespace stiffbench
