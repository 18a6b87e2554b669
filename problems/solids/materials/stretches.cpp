#include "problems/solids/materials/stretches.hpp"

#include "problems/solids/materials/symmetric_eigen.hpp"

#include <Eigen/Geometry>
#include <Eigen/Jacobi>
#include <boost/math/special_functions/log1p.hpp>

#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

/// A unit vector along a, as far as it is across `axis`; any one across it where that is round-off.
template <class Scalar>
Vector3<Scalar> unit_across(const Vector3<Scalar>& axis, const Vector3<Scalar>& a, Scalar scale) {
  Vector3<Scalar> across = a - axis.dot(a) * axis;
  if (across.norm() <= 4 * std::numeric_limits<Scalar>::epsilon() * scale)
    return axis.unitOrthogonal();
  across.normalize();
  return (across - axis.dot(across) * axis).normalized();
}

/// Turns columns of V, and with them those of F V, until the short ones of F V are orthogonal and
/// the columns come in falling order of their length: one-sided Jacobi rotations. F'F - I cannot
/// tell directions in which hardly anything is left.
template <class Scalar>
void separate_short_columns(Matrix3<Scalar>& V, Matrix3<Scalar>& F_V) {
  const auto each_pair = [&](auto&& visit) {
    for (int i = 0; i < 3; ++i)
      for (int j = i + 1; j < 3; ++j) visit(i, j);
  };
  for (int sweep = 0; sweep < 4; ++sweep)
    each_pair([&](int i, int j) {
      const Matrix3<Scalar> products = F_V.transpose() * F_V;
      if (products(i, i) > Scalar(0.25)) return;
      Eigen::JacobiRotation<Scalar> turn;
      turn.makeJacobi(products(i, i), products(i, j), products(j, j));
      V.applyOnTheRight(i, j, turn);
      F_V.applyOnTheRight(i, j, turn);
    });
  each_pair([&](int i, int j) {
    if (F_V.col(i).norm() >= F_V.col(j).norm()) return;
    for (Matrix3<Scalar>* A : {&V, &F_V}) {
      A->col(i).swap(A->col(j));
      A->col(j) *= -1;  // still a rotation
    }
  });
}

}  // namespace

// V diagonalises F'F - I = G + G' + G'G, which keeps the digits of small strains. The columns of
// F V are s_i U_i; U is made a rotation column by column, which leaves a sign to s_3.
template <class Scalar>
Principal<Scalar> principal(const Matrix3<Scalar>& G) {
  const Matrix3<Scalar> strain = G + G.transpose() + G.transpose() * G;
  const SymmetricEigen<Scalar> eigen = symmetric_eigen(strain);
  Principal<Scalar> p;
  auto& [U, V, stretches] = p;
  V = eigen.vectors;
  Matrix3<Scalar> F_V = V + G * V;
  if (F_V.col(1).squaredNorm() < Scalar(0.25)) separate_short_columns(V, F_V);
  const Scalar largest = F_V.col(0).norm();
  U.col(0) = largest > 0 ? Vector3<Scalar>(F_V.col(0) / largest) : Vector3<Scalar>(V.col(0));
  U.col(1) = largest > 0 ? unit_across<Scalar>(U.col(0), F_V.col(1), largest) : V.col(1);
  U.col(2) = U.col(0).cross(U.col(1));
  for (int i = 0; i < 3; ++i) {
    stretches.s[i] = U.col(i).dot(F_V.col(i));
    stretches.e[i] =
        stretches.s[i] > Scalar(0.5) ? eigen.values[i] / (stretches.s[i] + 1) : stretches.s[i] - 1;
  }
  return p;
}

template Principal<double> principal(const Matrix3<double>&);
template Principal<long double> principal(const Matrix3<long double>&);

double log_remainder(double x) { return std::isfinite(x) ? boost::math::log1pmx(x) : x; }

Curvature Curvature::projected() const {
  const SymmetricEigen<double> eigen = symmetric_eigen(second);
  const auto& Q = eigen.vectors;
  return {Q * eigen.values.cwiseMax(0).asDiagonal() * Q.transpose(), shear.cwiseMax(0),
          spin.cwiseMax(0)};
}

}  // namespace stiffbench
