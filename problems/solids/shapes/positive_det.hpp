#pragma once

#include "problems/solids/materials/stretches.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace stiffbench {

/// The cubic polynomial c0 + c1 s + c2 s^2 + c3 s^3, or eight of them in Lanes.
template <class Scalar>
struct Cubic {
  Scalar c0, c1, c2, c3;

  /// True where no root in (0, 1] ends a positive value at 0, as the sum of the negative
  /// coefficients proves, or where the value at 0 is not positive.
  auto keeps_sign() const {
    const auto fall = [](const Scalar& c) { return select(c > 0, Scalar(0), c); };  // keeps NaN
    return !((c0 > 0) & !(c0 + (fall(c1) + fall(c2) + fall(c3)) > 0));
  }
};

template <class Scalar>
Matrix3<Scalar> cofactors_of(const Matrix3<Scalar>& A) {
  Matrix3<Scalar> C;
  for (int i = 0; i < 3; ++i) C.col(i) = A.col((i + 1) % 3).cross(A.col((i + 2) % 3));
  return C;
}

/// Returns det(I + G + s dG), a polynomial in s, for a change of a displacement gradient from G to
/// G + dG.
template <class Scalar>
Cubic<Scalar> det_along(const Matrix3<Scalar>& G, const Matrix3<Scalar>& dG) {
  const Matrix3<Scalar> F = Matrix3<Scalar>::Identity() + G;
  return {F.determinant(), cofactors_of(F).cwiseProduct(dG).sum(),
          cofactors_of(dG).cwiseProduct(F).sum(), dG.determinant()};
}

/// Returns the largest fraction s in (0, 1] up to which the polynomial stays positive: its smallest
/// root, or 1 if there is none in (0, 1]. Also returns 1 if it is not positive at s = 0, since no
/// fraction helps then, and 0 where a coefficient that may end a positive value is not finite.
double share_above_zero(const Cubic<double>& det);

}  // namespace stiffbench
