#pragma once

#include "problems/contact/affine/moments.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

namespace stiffbench {

/// The coordinates of an affine body (Lan et al., affine body dynamics, DOI
/// 10.1145/3528223.3530064): its points are
///   x = p + r_1 a_1 + r_2 a_2 + r_3 a_3,   r_k = q_k . (X - centre),
/// with the centre of mass p and the columns a_k of the deformation A Q. The 12 unknowns are p
/// itself and the displacements of a_1, a_2, a_3 from rest, four groups of three. At rest, a_k = q_k
/// are the principal axes of the body's second moments. In these coordinates the mass matrix is
/// diagonal: the mass for p, and the k-th principal second moment for a_k. If the axes of
/// coordinates are principal axes, they are the q_k, so that a_k are the columns of A.
struct AffineFrame {
  double mass;                ///< kg
  Eigen::Vector3d centre;     ///< at rest (m)
  Eigen::Matrix3d axes;       ///< q_k, right-handed
  Eigen::Vector3d principal;  ///< second moments along the axes (kg m^2)

  explicit AffineFrame(const Moments& moments) : mass(moments.mass), centre(moments.centre) {
    const Eigen::Matrix3d& J = moments.second;
    axes.setIdentity();
    principal = J.diagonal();
    const Eigen::Matrix3d mixed = J - Eigen::Matrix3d(principal.asDiagonal());
    if (mixed.norm() <= 1e-12 * J.norm()) return;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> decomposition(J);
    axes = decomposition.eigenvectors();
    principal = decomposition.eigenvalues();
    if (axes.determinant() < 0) axes.col(2) *= -1;
  }

  /// Returns the weights (1, r_1, r_2, r_3) of the four groups at the point X (m at rest).
  Eigen::Vector4d weights(const Eigen::Vector3d& X) const {
    Eigen::Vector4d all;
    all << 1, axes.transpose() * (X - centre);
    return all;
  }
  /// Returns p and a_k at rest, one per column.
  Eigen::Matrix<double, 3, 4> rest() const {
    Eigen::Matrix<double, 3, 4> all;
    all << centre, axes;
    return all;
  }
  /// Returns the rates of p and a_k in a rigid motion: velocity of the centre (m/s), spin (rad/s).
  Eigen::Matrix<double, 3, 4> rates(const Eigen::Vector3d& velocity,
                                    const Eigen::Vector3d& spin) const {
    Eigen::Matrix<double, 3, 4> all;
    all.col(0) = velocity;
    for (int k = 0; k < 3; ++k) all.col(1 + k) = spin.cross(axes.col(k));
    return all;
  }
  /// Returns the masses of the four groups (kg, then kg m^2).
  Eigen::Vector4d masses() const { return {mass, principal[0], principal[1], principal[2]}; }
};

}  // namespace stiffbench
