#include "problems/solids/materials/stretches.hpp"

#include "problems/solids/materials/symmetric_eigen.hpp"

#include <Eigen/Geometry>
#include <Eigen/Jacobi>
#include <boost/math/special_functions/log1p.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

namespace stiffbench {
namespace {

using std::sqrt;

/// Returns the unit vector of the part of a that is orthogonal to `axis`, or any orthogonal unit
/// vector if that part is round-off.
template <class Scalar>
Vector3<Scalar> unit_across(const Vector3<Scalar>& axis, const Vector3<Scalar>& a, Scalar scale) {
  Vector3<Scalar> across = a - axis.dot(a) * axis;
  if (across.norm() <= 4 * std::numeric_limits<Scalar>::epsilon() * scale)
    return axis.unitOrthogonal();
  across.normalize();
  return (across - axis.dot(across) * axis).normalized();
}

/// Rotates columns of V, and those of F V with them, by one-sided Jacobi rotations, until the short
/// columns of F V are orthogonal and all columns are in decreasing order of length. F'F - I cannot
/// resolve the directions of very small stretches.
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
      A->col(j) *= -1;  // keeps a rotation
    }
  });
}

/// Sets the first two columns of the rotation U if the second stretch is small, tiny relative to
/// the first one, or NaN. Separates the directions again before that.
template <class Scalar>
void set_short_directions(Matrix3<Scalar>& V, Matrix3<Scalar>& F_V, Matrix3<Scalar>& U) {
  if (F_V.col(1).squaredNorm() < Scalar(0.25)) separate_short_columns(V, F_V);
  const Scalar largest = F_V.col(0).norm();
  U.col(0) = largest > 0 ? Vector3<Scalar>(F_V.col(0) / largest) : Vector3<Scalar>(V.col(0));
  U.col(1) = largest > 0 ? unit_across<Scalar>(U.col(0), F_V.col(1), largest) : V.col(1);
}
void set_short_directions(Matrix3<Lanes>& V, Matrix3<Lanes>& F_V, Matrix3<Lanes>& U,
                          const Lanes::Mask& is_short) {
  for (int lane = 0; lane < Lanes::count; ++lane) {
    if (!is_short[lane]) continue;
    Matrix3<double> v = lane_of<double>(V, lane), f_v = lane_of<double>(F_V, lane),
                    u = lane_of<double>(U, lane);
    set_short_directions(v, f_v, u);
    set_lane(V, lane, v);
    set_lane(F_V, lane, f_v);
    set_lane(U, lane, u);
  }
}
template <class Scalar>
void set_short_directions(Matrix3<Scalar>& V, Matrix3<Scalar>& F_V, Matrix3<Scalar>& U, bool) {
  set_short_directions(V, F_V, U);
}

}  // namespace

// V diagonalises F'F - I = G + G' + G'G, which keeps the digits of small strains. The columns of F
// V are s_i U_i, orthogonal to round-off of the largest. One projection makes the second exactly
// orthogonal if it is not much shorter than the first. U is a rotation, so s_3 carries the sign.
template <class Scalar>
[[gnu::flatten]] Principal<Scalar> principal(const Matrix3<Scalar>& G) {
  const Matrix3<Scalar> strain = G + G.transpose() + G.transpose() * G;
  const SymmetricEigen<Scalar> eigen = symmetric_eigen(strain);
  Principal<Scalar> p;
  auto& [U, V, stretches] = p;
  V = eigen.vectors;
  Matrix3<Scalar> F_V = V + G * V;
  const Scalar first = F_V.col(0).squaredNorm(), second = F_V.col(1).squaredNorm();
  U.col(0) = F_V.col(0) * (1 / sqrt(first));
  U.col(1) = F_V.col(1) - U.col(0).dot(F_V.col(1)) * U.col(0);
  U.col(1) *= 1 / sqrt(U.col(1).squaredNorm());
  const auto is_short = !((second >= Scalar(0.25)) & (second >= first * Scalar(1e-4)));  // or NaN
  if (any(is_short)) set_short_directions(V, F_V, U, is_short);
  U.col(2) = U.col(0).cross(U.col(1));
  for (int i = 0; i < 3; ++i) {
    Scalar& s = stretches.s[i];
    s = U.col(i).dot(F_V.col(i));
    stretches.e[i] = select(s > Scalar(0.5), Scalar(eigen.values[i] / (s + 1)), Scalar(s - 1));
  }
  return p;
}

template Principal<double> principal(const Matrix3<double>&);
template Principal<long double> principal(const Matrix3<long double>&);
template Principal<Lanes> principal(const Matrix3<Lanes>&);

double log_remainder(double x) {
  if (!(x > -1)) return std::log1p(x);
  return std::isfinite(x) ? boost::math::log1pmx(x) : x;
}

template <class Scalar>
[[gnu::flatten]] Curvature<Scalar> Curvature<Scalar>::projected() const {
  const auto positive_part = [](const Scalar& x) { return select(x < 0, Scalar(0), x); };
  Curvature c{second, shear.unaryExpr(positive_part), spin.unaryExpr(positive_part)};
  // The pivots of Gaussian elimination have the signs of the eigenvalues.
  const Scalar x = second(0, 0), y = second(1, 1) - second(1, 0) * second(1, 0) / x,
               yz = second(2, 1) - second(2, 0) * second(1, 0) / x,
               z = second(2, 2) - second(2, 0) * second(2, 0) / x - yz * yz / y;
  const auto definite = (x > 0) & (y > 0) & (z > 0);
  if (!any(!definite)) return c;
  const SymmetricEigen<Scalar> eigen = symmetric_eigen(second);
  const Vector3<Scalar> values = eigen.values.unaryExpr(positive_part);
  const Matrix3<Scalar> nearest = eigen.vectors * values.asDiagonal() * eigen.vectors.transpose();
  for (int i = 0; i < 9; ++i) c.second(i) = select(definite, second(i), nearest(i));
  return c;
}

template struct Curvature<double>;
template struct Curvature<Lanes>;

}  // namespace stiffbench
