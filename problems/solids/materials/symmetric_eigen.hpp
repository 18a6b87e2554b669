#pragma once

#include "base/lanes.hpp"

namespace stiffbench {

/// The eigenvalues of a symmetric 3x3 matrix in falling order, and its eigenvectors as the columns
/// of a rotation, in the same order.
template <class Scalar>
struct SymmetricEigen {
  Eigen::Matrix<Scalar, 3, 1> values;
  Eigen::Matrix<Scalar, 3, 3> vectors;
};

/// The decomposition of A, of which both triangles are read, in double or long double, or of
/// eight matrices in Lanes: A is restored to a few units of round-off of its largest entry, whether
/// eigenvalues coincide or not. Entries that are not a number make the result not a number.
///
/// One eigenvector is computed directly, that of the eigenvalue farthest from the others, which is
/// the one that a cross product gives to round-off (Eberly, A Robust Eigensolver for 3 x 3
/// Symmetric Matrices, 2014). Jacobi rotations diagonalise what is left: one where the first vector
/// is exact, as many as it takes otherwise, so that a poor first vector costs time and no digits.
template <class Scalar>
SymmetricEigen<Scalar> symmetric_eigen(const Eigen::Matrix<Scalar, 3, 3>& A);

extern template SymmetricEigen<double> symmetric_eigen(const Eigen::Matrix<double, 3, 3>&);
extern template SymmetricEigen<long double> symmetric_eigen(
    const Eigen::Matrix<long double, 3, 3>&);
extern template SymmetricEigen<Lanes> symmetric_eigen(const Eigen::Matrix<Lanes, 3, 3>&);

}  // namespace stiffbench
