#pragma once

#include "problems/solids/materials/stretches.hpp"

namespace stiffbench {

/// Returns the stress dPsi/dF (first Piola-Kirchhoff, Pa) of an isotropic material,
/// U diag(Psi_i) V'.
template <class Material, class Scalar>
Matrix3<Scalar> stress(const Material& material, const Principal<Scalar>& at) {
  return at.U * material.principal_stresses(at.stretches).asDiagonal() * at.V.transpose();
}

/// The Hessian d2Psi/dF2 of an isotropic material at one deformation, stored as the rotations U and
/// V and the curvature in the principal frame between them (Smith, de Goes, Kim,
/// DOI 10.1145/3241041). In that frame the Hessian couples the diagonal entries of dF with each
/// other, and each off-diagonal entry only with its mirror image.
template <class Scalar>
class EnergyHessian {
 public:
  EnergyHessian(const Principal<Scalar>& at, const Curvature<Scalar>& curvature)
      : U_(at.U),
        V_(at.V),
        second_(curvature.second),
        same_((curvature.shear + curvature.spin) / 2),
        mirrored_((curvature.shear - curvature.spin) / 2) {}

  /// Returns the change of the stress for the change dF of the deformation.
  Matrix3<Scalar> times(const Matrix3<Scalar>& dF) const {
    const Matrix3<Scalar> X = U_.transpose() * dF * V_;
    Matrix3<Scalar> Y;
    Y.diagonal() = second_ * X.diagonal();
    each_pair([&](int i, int j, int k) { Y(i, j) = same_[k] * X(i, j) + mirrored_[k] * X(j, i); });
    return U_ * Y * V_.transpose();
  }
  /// Transforms gradients of shape functions, one per column, to the frame that block() expects.
  template <class Gradients>
  Gradients in_frame(const Gradients& gradients) const {
    return V_.transpose() * gradients;
  }
  /// Returns the 3x3 block of second derivatives with respect to the displacements of two nodes
  /// whose shape functions have these gradients, transformed by in_frame().
  Matrix3<Scalar> block(const Vector3<Scalar>& a, const Vector3<Scalar>& b) const {
    Matrix3<Scalar> K;
    for (int i = 0; i < 3; ++i) K(i, i) = second_(i, i) * a[i] * b[i];
    each_pair([&](int i, int j, int k) {
      K(i, i) += same_[k] * a[j] * b[j];
      K(i, j) = second_(i, j) * a[i] * b[j] + mirrored_[k] * a[j] * b[i];
    });
    return U_ * K * U_.transpose();
  }

 private:
  template <class Visit>
  static void each_pair(Visit&& visit) {
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      visit(i, j, k);
      visit(j, i, k);
    }
  }

  Matrix3<Scalar> U_, V_, second_;
  Vector3<Scalar> same_, mirrored_;
};

}  // namespace stiffbench
