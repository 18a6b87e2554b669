#pragma once

#include "base/simd.hpp"

#include <cmath>

namespace stiffbench {

template <class Scalar>
using Vector3 = Eigen::Matrix<Scalar, 3, 1>;
template <class Scalar>
using Matrix3 = Eigen::Matrix<Scalar, 3, 3>;

/// The principal stretches s = 1 + e of a deformation. Near rest e keeps all of its digits and
/// 1 + e does not, so materials use e wherever an expression vanishes at rest.
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
  /// Sums of two stretches, each at the index of the third.
  Vector3<Scalar> pair_sums() const { return {s[1] + s[2], s[2] + s[0], s[0] + s[1]}; }
};

/// A term modulus/2 value^2 (J/m^3) of an energy, with the derivatives of the value with respect to
/// the stretches and the modulus in Pa.
struct StrainTerm {
  double value;
  Vector3<double> slopes;
  double modulus;
};
/// The term of the squared size of a vector of strains, with the derivatives of half this square.
/// The derivatives of the size itself have no limit where it vanishes; they are 0 there.
inline StrainTerm term_of_size(double squared_size, const Vector3<double>& half_slopes,
                               double modulus) {
  const double size = std::sqrt(squared_size);
  return {size, size > 0 ? Vector3<double>(half_slopes / size) : Vector3<double>(0, 0, 0), modulus};
}

/// The signed singular value decomposition I + G = U diag(s) V'. U and V are rotations, the order
/// is s_1 >= s_2 >= |s_3|, and s_3 is negative for an inverted element. It exists for every G;
/// where stretches coincide or vanish, the directions are not unique.
template <class Scalar>
struct Principal {
  Matrix3<Scalar> U, V;
  Stretches<Scalar> stretches;
};
/// Computes the decomposition for a displacement gradient G, in double or long double, or for eight
/// of them in Lanes, each to double precision.
template <class Scalar>
Principal<Scalar> principal(const Matrix3<Scalar>& G);

extern template Principal<double> principal(const Matrix3<double>&);
extern template Principal<long double> principal(const Matrix3<long double>&);
extern template Principal<Lanes> principal(const Matrix3<Lanes>&);

/// Returns ln(1 + x) - x without cancellation; -infinity for x = -1, NaN below that.
double log_remainder(double x);
inline Lanes log_remainder(const Lanes& x) {
  return Lanes::of([&](int lane) { return log_remainder(x[lane]); });
}

/// Returns the symmetric matrix with v_k at (i, j) and (j, i), where i, j and k differ, and 0 on
/// its diagonal.
template <class Scalar>
Matrix3<Scalar> mixed_pairs(const Vector3<Scalar>& v) {
  Matrix3<Scalar> A;
  A << Scalar(0), v[2], v[1], v[2], Scalar(0), v[0], v[1], v[0], Scalar(0);
  return A;
}

/// Second derivatives of an isotropic energy density (Pa) in its principal frame. `second` has the
/// entries d2Psi/ds_i ds_j. Each pair of directions has, at the index of the third direction,
///   shear  (Psi_i - Psi_j) / (s_i - s_j), the curvature along e_i e_j' + e_j e_i', and
///   spin   (Psi_i + Psi_j) / (s_i + s_j), the curvature along e_i e_j' - e_j e_i'.
///
/// The nine eigenvalues of the Hessian are therefore those of `second`, the shears and the spins.
template <class Scalar>
struct Curvature {
  Matrix3<Scalar> second;
  Vector3<Scalar> shear, spin;
  /// Returns the nearest positive semidefinite curvature: negative eigenvalues become 0. A positive
  /// definite `second` is unchanged.
  Curvature projected() const;
  /// Returns the curvature for a fixed rotation R of F = R S: it is zero along e_i e_j' - e_j e_i'.
  Curvature without_turns() const { return {second, shear, Vector3<Scalar>::Zero()}; }
};

extern template struct Curvature<double>;
extern template struct Curvature<Lanes>;

}  // namespace stiffbench
