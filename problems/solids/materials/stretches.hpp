#pragma once

#include "base/lanes.hpp"

namespace stiffbench {

template <class Scalar>
using Vector3 = Eigen::Matrix<Scalar, 3, 1>;
template <class Scalar>
using Matrix3 = Eigen::Matrix<Scalar, 3, 3>;

/// The principal stretches s = 1 + e of a deformation. Near rest e has all of its digits, 1 + e has
/// not: materials are written in e wherever something vanishes at rest.
template <class Scalar>
struct Stretches {
  Vector3<Scalar> e, s;

  /// J - 1, the relative change of the volume.
  Scalar volume_change() const {
    return e.sum() + e[0] * e[1] + e[1] * e[2] + e[2] * e[0] + e.prod();
  }
  /// I1 - 3, with I1 = sum of s_i^2.
  Scalar squared_change() const { return e.dot(e) + 2 * e.sum(); }
  /// dJ/ds_i, the product of the other two stretches.
  Vector3<Scalar> cofactors() const { return {s[1] * s[2], s[2] * s[0], s[0] * s[1]}; }
  /// Sums of two stretches, each in the place of the third.
  Vector3<Scalar> pair_sums() const { return {s[1] + s[2], s[2] + s[0], s[0] + s[1]}; }
};

/// The signed singular value decomposition I + G = U diag(s) V': U and V are rotations, the order
/// is s_1 >= s_2 >= |s_3|, and s_3 is negative where the deformation turns its element inside out.
/// It exists at every G; where stretches coincide, or vanish, the directions are one choice of
/// many.
template <class Scalar>
struct Principal {
  Matrix3<Scalar> U, V;
  Stretches<Scalar> stretches;
};
/// The decomposition for a displacement gradient G, in double or long double; or for eight of them
/// in Lanes, each to the digits of double.
template <class Scalar>
Principal<Scalar> principal(const Matrix3<Scalar>& G);

extern template Principal<double> principal(const Matrix3<double>&);
extern template Principal<long double> principal(const Matrix3<long double>&);
extern template Principal<Lanes> principal(const Matrix3<Lanes>&);

/// ln(1 + x) - x without cancellation; -infinity where x = -1, and not a number below that.
double log_remainder(double x);
inline Lanes log_remainder(const Lanes& x) {
  return Lanes::of([&](int lane) { return log_remainder(x[lane]); });
}

/// The symmetric matrix with v_k in the places (i, j) and (j, i), i, j, k being different, and 0 on
/// its diagonal.
template <class Scalar>
Matrix3<Scalar> mixed_pairs(const Vector3<Scalar>& v) {
  Matrix3<Scalar> A;
  A << Scalar(0), v[2], v[1], v[2], Scalar(0), v[0], v[1], v[0], Scalar(0);
  return A;
}

/// Second derivatives of an isotropic energy density (Pa) in its principal frame: `second` has
/// d2Psi/ds_i ds_j. In the place of the third, each pair of directions has
///   shear  (Psi_i - Psi_j) / (s_i - s_j), the curvature along e_i e_j' + e_j e_i', and
///   spin   (Psi_i + Psi_j) / (s_i + s_j), that along e_i e_j' - e_j e_i',
/// so that the nine eigenvalues of the Hessian are those of `second`, the shears and the spins.
template <class Scalar>
struct Curvature {
  Matrix3<Scalar> second;
  Vector3<Scalar> shear, spin;
  /// The nearest positive semidefinite one: negative eigenvalues become 0. A `second` that is
  /// positive definite stays as it is.
  Curvature projected() const;
  /// The curvature where the rotation R of F = R S stays: none along e_i e_j' - e_j e_i'.
  Curvature without_turns() const { return {second, shear, Vector3<Scalar>::Zero()}; }
};

extern template struct Curvature<double>;
extern template struct Curvature<Lanes>;

}  // namespace stiffbench
