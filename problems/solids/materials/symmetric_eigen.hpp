#pragma once

#include "base/simd.hpp"

namespace stiffbench {

/// Eigenvalues of a symmetric 3x3 matrix in decreasing order, and its eigenvectors as the columns
/// of a rotation, in the same order.
template <class Scalar>
struct SymmetricEigen {
  Eigen::Matrix<Scalar, 3, 1> values;
  Eigen::Matrix<Scalar, 3, 3> vectors;
};

/// Decomposes A in double or long double, or eight matrices in Lanes; both triangles of A are read.
/// The result reproduces A to a few units of round-off of its largest entry, even if eigenvalues
/// coincide. NaN entries give NaN results.
///
/// The eigenvector whose eigenvalue is farthest from the others is computed directly, since a cross
/// product gives this one to round-off (Eberly, A Robust Eigensolver for 3 x 3 Symmetric Matrices,
/// 2014). Jacobi rotations diagonalise the rest: one rotation if the first vector is exact,
/// otherwise as many as needed, so that an inaccurate first vector costs time but no digits.
template <class Scalar>
SymmetricEigen<Scalar> symmetric_eigen(const Eigen::Matrix<Scalar, 3, 3>& A);

extern template SymmetricEigen<double> symmetric_eigen(const Eigen::Matrix<double, 3, 3>&);
extern template SymmetricEigen<long double> symmetric_eigen(
    const Eigen::Matrix<long double, 3, 3>&);
extern template SymmetricEigen<Lanes> symmetric_eigen(const Eigen::Matrix<Lanes, 3, 3>&);

}  // namespace stiffbench
