#include "problems/solids/materials/symmetric_eigen.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <limits>
#include <utility>

namespace stiffbench {
namespace {

template <class Scalar>
using Vector = Eigen::Matrix<Scalar, 3, 1>;
template <class Scalar>
using Matrix = Eigen::Matrix<Scalar, 3, 3>;

/// The root in [sqrt 3, 2] of x^3 - 3 x = 2 r, for r in [0, 1]: Newton's iteration, whose start is
/// at most 0.0011 off, so that three steps reach the last digit of an extended number.
template <class Scalar>
Scalar largest_root(Scalar r) {
  Scalar x = Scalar(1.7320508) + r * (Scalar(0.3213) - Scalar(0.0534) * r);
  for (int i = 0; i < 3; ++i) x = (2 * x * x * x + 2 * r) / (3 * x * x - 3);
  return x;
}

/// The eigenvector of the eigenvalue that is farthest from the other two; any unit vector where A
/// is a multiple of the identity. With K = (A - mean I) / size and p^2 = tr(K^2) / 6, the
/// eigenvalues of K are p times the roots of x^3 - 3 x = det K / p^3.
template <class Scalar>
Vector<Scalar> lone_direction(const Matrix<Scalar>& A) {
  Matrix<Scalar> K = A;
  K.diagonal().array() -= A.trace() / 3;
  const Scalar size = K.cwiseAbs().maxCoeff();
  if (size <= 4 * std::numeric_limits<Scalar>::min()) return Vector<Scalar>::UnitX();
  K *= 1 / size;
  const Scalar p = std::sqrt(K.squaredNorm() / 6);
  const Scalar det = K.col(0).dot(K.col(1).cross(K.col(2)));
  const Scalar r = std::min(std::abs(det) / (2 * p * p * p), Scalar(1));
  K.diagonal().array() -= std::copysign(p * largest_root(r), det);
  Vector<Scalar> normal = K.col(0).cross(K.col(1));
  Scalar longest = normal.squaredNorm();
  for (int i = 1; i < 3; ++i) {
    const Vector<Scalar> other = K.col(i).cross(K.col((i + 1) % 3));
    if (const Scalar length = other.squaredNorm(); length > longest) {
      normal = other;
      longest = length;
    }
  }
  return normal / std::sqrt(longest);
}

/// A symmetric matrix V' A V on its way to be diagonal: off[k] is the entry of the two indices that
/// are not k.
template <class Scalar>
struct Turning {
  Matrix<Scalar> V;
  Vector<Scalar> diagonal, off;

  Turning(const Matrix<Scalar>& A, const Matrix<Scalar>& frame) : V(frame) {
    const Matrix<Scalar> AV = A * V;
    diagonal << V.col(0).dot(AV.col(0)), V.col(1).dot(AV.col(1)), V.col(2).dot(AV.col(2));
    off << V.col(1).dot(AV.col(2)), V.col(2).dot(AV.col(0)), V.col(0).dot(AV.col(1));
  }
  /// Makes off[k] vanish by a Jacobi rotation, of at most an eighth of a turn, and returns true; or
  /// false where it is no more than round_off.
  template <int k>
  bool turn(Scalar round_off) {
    constexpr int i = (k + 1) % 3, j = (k + 2) % 3;
    const Scalar e = off[k];
    if (!(std::abs(e) > round_off)) return false;
    const Scalar ratio = (diagonal[j] - diagonal[i]) / (2 * e);
    const Scalar t = std::copysign(1 / (std::abs(ratio) + std::sqrt(1 + ratio * ratio)), ratio);
    const Scalar c = 1 / std::sqrt(1 + t * t), s = c * t, ik = off[j];
    diagonal[i] -= t * e;
    diagonal[j] += t * e;
    off[k] = 0;
    off[j] = c * ik - s * off[i];
    off[i] = s * ik + c * off[i];
    const Vector<Scalar> first = V.col(i);
    V.col(i) = c * first - s * V.col(j);
    V.col(j) = s * first + c * V.col(j);
    return true;
  }
  /// Puts the larger of two eigenvalues first; V stays a rotation.
  void order(int i, int j) {
    if (!(diagonal[i] < diagonal[j])) return;
    std::swap(diagonal[i], diagonal[j]);
    V.col(i).swap(V.col(j));
    V.col(j) *= -1;
  }
};

}  // namespace

template <class Scalar>
SymmetricEigen<Scalar> symmetric_eigen(const Matrix<Scalar>& A) {
  Matrix<Scalar> frame;
  frame.col(0) = lone_direction(A);
  frame.col(1) = frame.col(0).unitOrthogonal();
  frame.col(2) = frame.col(0).cross(frame.col(1));
  Turning<Scalar> turning(A, frame);
  const Scalar round_off = 4 * std::numeric_limits<Scalar>::epsilon() * A.cwiseAbs().maxCoeff();
  bool turned = true;
  for (int sweep = 0; sweep < 20 && turned; ++sweep) {
    turned = turning.template turn<0>(round_off);
    turned |= turning.template turn<1>(round_off);
    turned |= turning.template turn<2>(round_off);
  }
  turning.order(0, 1);
  turning.order(1, 2);
  turning.order(0, 1);
  return {turning.diagonal, turning.V};
}

template SymmetricEigen<double> symmetric_eigen(const Matrix<double>&);
template SymmetricEigen<long double> symmetric_eigen(const Matrix<long double>&);

}  // namespace stiffbench
