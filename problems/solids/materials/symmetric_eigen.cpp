#include "problems/solids/materials/symmetric_eigen.hpp"

#include "base/simd.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

template <class Scalar>
using Vector = Eigen::Matrix<Scalar, 3, 1>;
template <class Scalar>
using Matrix = Eigen::Matrix<Scalar, 3, 3>;
using std::abs, std::copysign, std::max, std::min, std::sqrt;

/// Numeric limits of the numbers in a Scalar.
template <class Scalar>
struct Limits : std::numeric_limits<Scalar> {};
template <>
struct Limits<Lanes> : std::numeric_limits<double> {};

template <class Scalar>
void swap_where(const auto& condition, Scalar& a, Scalar& b) {
  const Scalar first = a;
  a = select(condition, b, a);
  b = select(condition, first, b);
}
/// Returns the largest absolute value of the entries.
template <class Scalar>
Scalar largest_entry(const Matrix<Scalar>& A) {
  Scalar largest = abs(A(0));
  for (int i = 1; i < 9; ++i) largest = max(largest, Scalar(abs(A(i))));
  return largest;
}

/// Returns the root in [sqrt 3, 2] of x^3 - 3 x = 2 r, for r in [0, 1]. The initial guess of
/// Newton's iteration has an error of at most 1.1e-5, so two steps reach the last digit of long
/// double.
template <class Scalar>
Scalar largest_root(Scalar r) {
  Scalar x = Scalar(-0.0080707974);
  for (const double coefficient : {0.035024377, -0.091843866, 0.33282344, 1.7320609})
    x = x * r + Scalar(coefficient);
  for (int i = 0; i < 2; ++i) x = (2 * x * x * x + 2 * r) / (3 * x * x - 3);
  return x;
}

/// Returns the eigenvector of the eigenvalue that is farthest from the other two; any unit vector
/// if A is a multiple of the identity. With K = (A - mean I) / size and p^2 = tr(K^2) / 6, the
/// eigenvalues of K are p times the roots of x^3 - 3 x = det K / p^3.
template <class Scalar>
Vector<Scalar> lone_direction(const Matrix<Scalar>& A) {
  Matrix<Scalar> K = A;
  K.diagonal().array() -= A.trace() / 3;
  const Scalar size = largest_entry(K);
  const auto vanishes = size <= Scalar(4 * Limits<Scalar>::min());
  K *= 1 / size;
  const Scalar p = sqrt(K.squaredNorm() / 6);
  const Scalar det = K.col(0).dot(K.col(1).cross(K.col(2)));
  const Scalar r = min(Scalar(abs(det) / (2 * p * p * p)), Scalar(1));
  K.diagonal().array() -= copysign(Scalar(p * largest_root(r)), det);
  Vector<Scalar> normal = K.col(0).cross(K.col(1));
  Scalar longest = normal.squaredNorm();
  for (int i = 1; i < 3; ++i) {
    const Vector<Scalar> other = K.col(i).cross(K.col((i + 1) % 3));
    const Scalar length = other.squaredNorm();
    const auto longer = length > longest;
    for (int c = 0; c < 3; ++c) normal[c] = select(longer, other[c], normal[c]);
    longest = select(longer, length, longest);
  }
  normal *= 1 / sqrt(longest);
  for (int c = 0; c < 3; ++c) normal[c] = select(vanishes, Scalar(c == 0), normal[c]);
  return normal;
}

/// Returns a rotation whose first column is this unit vector (Duff et al., Building an Orthonormal
/// Basis, Revisited, Journal of Computer Graphics Techniques 6(1), 2017).
template <class Scalar>
Matrix<Scalar> frame_along(const Vector<Scalar>& n) {
  const Scalar sign = copysign(Scalar(1), n[2]), a = -1 / (sign + n[2]), b = n[0] * n[1] * a;
  Matrix<Scalar> frame;
  frame.col(0) = n;
  frame.col(1) << 1 + sign * n[0] * n[0] * a, sign * b, -sign * n[0];
  frame.col(2) << b, sign + n[1] * n[1] * a, -n[1];
  return frame;
}

/// A symmetric matrix V' A V during its diagonalization: off[k] is the entry whose two indices
/// differ from k.
template <class Scalar>
struct Turning {
  Matrix<Scalar> V;
  Vector<Scalar> diagonal, off;

  Turning(const Matrix<Scalar>& A, const Matrix<Scalar>& frame) : V(frame) {
    const Matrix<Scalar> AV = A * V;
    diagonal << V.col(0).dot(AV.col(0)), V.col(1).dot(AV.col(1)), V.col(2).dot(AV.col(2));
    off << V.col(1).dot(AV.col(2)), V.col(2).dot(AV.col(0)), V.col(0).dot(AV.col(1));
  }
  /// Eliminates off[k] by a Jacobi rotation of at most an eighth of a turn and returns true.
  /// Returns false if |off[k]| is at most round_off; a lane for which this holds stays unchanged.
  template <int k>
  bool turn(const Scalar& round_off) {
    constexpr int i = (k + 1) % 3, j = (k + 2) % 3;
    const Scalar e = off[k];
    const auto needed = abs(e) > round_off;
    if (!any(needed)) return false;
    const Scalar ratio = (diagonal[j] - diagonal[i]) / (2 * e);
    const Scalar root = sqrt(Scalar(1 + ratio * ratio));
    const Scalar tangent = copysign(Scalar(1 / (abs(ratio) + root)), ratio);
    const Scalar t = select(needed, tangent, Scalar(0));
    const Scalar c = 1 / sqrt(Scalar(1 + t * t)), s = c * t, ik = off[j];
    diagonal[i] -= t * e;
    diagonal[j] += t * e;
    off[k] = select(needed, Scalar(0), e);
    off[j] = c * ik - s * off[i];
    off[i] = s * ik + c * off[i];
    const Vector<Scalar> first = V.col(i);
    V.col(i) = c * first - s * V.col(j);
    V.col(j) = s * first + c * V.col(j);
    return true;
  }
  /// Puts the larger of two eigenvalues first; V remains a rotation.
  void order(int i, int j) {
    const auto swapped = diagonal[i] < diagonal[j];
    swap_where(swapped, diagonal[i], diagonal[j]);
    for (int c = 0; c < 3; ++c) {
      swap_where(swapped, V(c, i), V(c, j));
      V(c, j) = select(swapped, -V(c, j), V(c, j));
    }
  }
};

}  // namespace

template <class Scalar>
[[gnu::flatten]] SymmetricEigen<Scalar> symmetric_eigen(const Matrix<Scalar>& A) {
  Turning<Scalar> turning(A, frame_along(lone_direction(A)));
  const Scalar round_off = 4 * Limits<Scalar>::epsilon() * largest_entry(A);
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
template SymmetricEigen<Lanes> symmetric_eigen(const Matrix<Lanes>&);

}  // namespace stiffbench
