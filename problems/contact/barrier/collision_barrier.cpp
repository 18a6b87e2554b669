#include "problems/contact/barrier/collision_barrier.hpp"

#include "problems/contact/barrier/edges_with_ends.hpp"
#include "problems/contact/distance/mollifier.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <limits>
#include <numbers>

namespace stiffbench {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Returns the matrix with the negative eigenvalues of a symmetric one set to zero.
template <int n>
Eigen::Matrix<double, n, n> positive_part(const Eigen::Matrix<double, n, n>& symmetric) {
  if constexpr (n == 1) {
    return symmetric.cwiseMax(0);
  } else {
    if (!symmetric.allFinite()) return symmetric;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, n, n>> solver(symmetric);
    const Eigen::Matrix<double, n, n> scaled =
        solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
    return scaled.lazyProduct(scaled.transpose());  // others pack, which takes longer at this size
  }
}
/// The gradient of the distance.
Vec12 distance_slope(const Collision& collision) {
  Vec12 all;
  for (int i = 0; i < 4; ++i)
    all.segment<3>(3 * i) = collision.closest.weights[i] * collision.normal;
  return all;
}

Collision without_mollifier(Collision collision) {
  collision.mollifier_threshold = 0;
  return collision;
}

/// True if the potential of a collision depends on more than its distance.
bool has_factors(const Collision& collision) {
  return collision.is_mollified() || collision.has_ends;
}

/// Returns second d d' + first (Hessian of the distance), where d is the distance's gradient.
Mat12 chained(const ContactFrame& at, double first, double second) {
  const auto& w = at.weights;
  const auto& c = at.directions;
  Eigen::Matrix4d normals = second * w * w.transpose();
  for (int k = 0; k < at.free; ++k)
    normals -= first * at.distance * at.inverse_length[k] * at.inverse_length[k] * c.col(k) *
               c.col(k).transpose();
  const Matrix3d nn = at.normal * at.normal.transpose();
  Matrix3d mixed[2];
  for (int k = 0; k < at.free; ++k)
    mixed[k] = -first * at.inverse_length[k] * at.axes.col(k) * at.normal.transpose();
  Matrix3d across = Matrix3d::Zero();
  if (at.turns && at.free < 2) across = first / at.distance * at.fixed_tangents();
  Mat12 all;
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i <= j; ++i) {
      Matrix3d block = normals(i, j) * nn + w[i] * w[j] * across;
      for (int k = 0; k < at.free; ++k)
        block += w[i] * c(j, k) * mixed[k] + c(i, k) * w[j] * mixed[k].transpose();
      all.block<3, 3>(3 * i, 3 * j) = block;
      if (i < j) all.block<3, 3>(3 * j, 3 * i) = block.transpose();
    }
  return all;
}

/// The positive part of chained() with `free` free coordinates.
template <int free>
Mat12 positive_chained(const ContactFrame& at, double first, double second) {
  constexpr int n = 1 + 2 * free;
  // An orthonormal basis of the weights and the directions: columns of `basis`, in which these are
  // the columns of `parts`.
  Eigen::Matrix<double, 4, 1 + free> basis;
  Eigen::Matrix<double, 1 + free, 1 + free> parts;
  basis.col(0) = at.weights;
  if constexpr (free > 0) basis.template rightCols<free>() = at.directions.leftCols<free>();
  parts.setZero();
  for (int k = 0; k <= free; ++k) {
    for (int l = 0; l < k; ++l) {
      parts(l, k) = basis.col(l).dot(basis.col(k));
      basis.col(k) -= parts(l, k) * basis.col(l);
    }
    parts(k, k) = basis.col(k).norm();
    basis.col(k) /= parts(k, k);
  }
  const double size = parts(0, 0);
  Eigen::Matrix<double, n, n> all = Eigen::Matrix<double, n, n>::Zero();
  auto normals = all.template topLeftCorner<1 + free, 1 + free>();
  normals = second * parts.col(0) * parts.col(0).transpose();
  for (int k = 0; k < free; ++k) {
    const double inverse = at.inverse_length[k];
    normals -=
        first * at.distance * inverse * inverse * parts.col(1 + k) * parts.col(1 + k).transpose();
    all.template block<1 + free, 1>(0, 1 + free + k) = -first * inverse * size * parts.col(1 + k);
    all.template block<1, 1 + free>(1 + free + k, 0) =
        all.template block<1 + free, 1>(0, 1 + free + k).transpose();
  }
  all = positive_part<n>(all);
  const Eigen::Matrix4d nn =
      basis * all.template topLeftCorner<1 + free, 1 + free>() * basis.transpose();
  Eigen::Matrix<double, 4, free> nt;
  Matrix3d tt = Matrix3d::Zero();
  if constexpr (free > 0) {
    nt = basis * all.template topRightCorner<1 + free, free>();
    tt = at.axes.leftCols<free>() * all.template bottomRightCorner<free, free>() *
         at.axes.leftCols<free>().transpose();
  }
  const Eigen::Vector4d unit = at.weights / size;
  if (free < 2 && at.turns && first > 0)
    tt += first / at.distance * size * size * at.fixed_tangents();
  Mat12 result;
  const Matrix3d normal = at.normal * at.normal.transpose();
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i) {
      Matrix3d block = nn(i, j) * normal + unit[i] * unit[j] * tt;
      if constexpr (free > 0) {
        const Vector3d right = at.axes.leftCols<free>() * nt.row(i).transpose(),
                       left = at.axes.leftCols<free>() * nt.row(j).transpose();
        block += unit[j] * at.normal * right.transpose() + unit[i] * left * at.normal.transpose();
      }
      result.block<3, 3>(3 * i, 3 * j) = block;
    }
  return result;
}

/// The positive part of a Hessian of four vertices that does not change under translations. These
/// are left out, so that the eigenvalue problem has size 9.
Mat12 positive_without_translations(const Mat12& hessian) {
  constexpr double r = std::numbers::sqrt2 / 2;
  Eigen::Matrix<double, 4, 3> basis;  // orthonormal, and orthogonal to translations
  basis << r, 0, 0.5, -r, 0, 0.5, 0, r, -0.5, 0, -r, -0.5;
  Eigen::Matrix<double, 12, 9> all = Eigen::Matrix<double, 12, 9>::Zero();
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 3; ++j) all.block<3, 3>(3 * i, 3 * j).diagonal().setConstant(basis(i, j));
  const Eigen::Matrix<double, 12, 9> right = hessian.lazyProduct(all);
  const Eigen::Matrix<double, 9, 9> small = all.transpose().lazyProduct(right);
  const Eigen::Matrix<double, 12, 9> left = all.lazyProduct(positive_part<9>(small));
  return left.lazyProduct(all.transpose());
}

}  // namespace

double CollisionBarrier::energy(const Collision& collision, const Points<4>& x) const {
  if (!(collision.distance > 0)) return std::numeric_limits<double>::infinity();
  if (collision.is_mollified())
    return EdgeEdgeMollifier(collision.mollifier_threshold).value(x) *
           energy(without_mollifier(collision), x);
  if (collision.has_ends) return collision.weight * EdgesWithEnds(law_, collision, x).energy();
  return collision.weight * law_.energy(collision.distance);
}

Vec12 CollisionBarrier::gradient(const Collision& collision, const Points<4>& x) const {
  if (collision.is_mollified()) {
    const Collision plain = without_mollifier(collision);
    const EdgeEdgeMollifier m(collision.mollifier_threshold);
    return m.value(x) * gradient(plain, x) + energy(plain, x) * m.gradient(x);
  }
  if (collision.has_ends) return collision.weight * EdgesWithEnds(law_, collision, x).gradient();
  return collision.weight * law_.first_derivative(collision.distance) * distance_slope(collision);
}

Mat12 CollisionBarrier::hessian(const Collision& collision, const Points<4>& x) const {
  if (collision.is_mollified()) {
    const Collision plain = without_mollifier(collision);
    const EdgeEdgeMollifier m(collision.mollifier_threshold);
    const Mat12 mixed = gradient(plain, x) * m.gradient(x).transpose();
    return m.value(x) * hessian(plain, x) + mixed + mixed.transpose() +
           energy(plain, x) * m.hessian(x);
  }
  if (collision.has_ends) return collision.weight * EdgesWithEnds(law_, collision, x).hessian();
  const double first = collision.weight * law_.first_derivative(collision.distance),
               second = collision.weight * law_.second_derivative(collision.distance);
  return chained(ContactFrame(collision, x), first, second);
}

Vec12 CollisionBarrier::hessian_times(const Collision& collision, const Points<4>& x,
                                      const Points<4>& dx) const {
  if (has_factors(collision)) return hessian(collision, x) * dx.reshaped();
  const double first = collision.weight * law_.first_derivative(collision.distance),
               second = collision.weight * law_.second_derivative(collision.distance);
  const ContactFrame at(collision, x);
  const Vector3d moved = dx * at.weights;
  // The gradient is first * (w_i n); the normal turns and the weights slide.
  const ContactFrame::Change change = at.change(dx);
  Vector3d turn = Vector3d::Zero();
  if (at.turns && at.free < 2) turn = at.fixed_tangents() * moved / at.distance;
  for (int k = 0; k < at.free; ++k)
    turn -= at.inverse_length[k] * at.normal.dot(dx * at.directions.col(k)) * at.axes.col(k);
  Vec12 all;
  for (int i = 0; i < 4; ++i) {
    double slide = 0;
    for (int k = 0; k < at.free; ++k) slide += change.coordinate[k] * at.directions(i, k);
    all.segment<3>(3 * i) = (second * change.distance * at.weights[i] + first * slide) * at.normal +
                            first * at.weights[i] * turn;
  }
  return all;
}

Mat12 CollisionBarrier::projected_hessian(const Collision& collision, const Points<4>& x) const {
  if (has_factors(collision)) return positive_without_translations(hessian(collision, x));
  const double first = collision.weight * law_.first_derivative(collision.distance),
               second = collision.weight * law_.second_derivative(collision.distance);
  const ContactFrame at(collision, x);
  if (at.free == 0) return positive_chained<0>(at, first, second);
  if (at.free == 1) return positive_chained<1>(at, first, second);
  return positive_chained<2>(at, first, second);
}

Mat12 CollisionBarrier::projected_hessian(const Collision& collision, const Points<4>& x,
                                          const Mat12& more) const {
  return positive_without_translations(hessian(collision, x) + more);
}

double CollisionBarrier::normal_force(const Collision& collision, const Points<4>& x) const {
  if (collision.is_mollified())
    return EdgeEdgeMollifier(collision.mollifier_threshold).value(x) *
           normal_force(without_mollifier(collision), x);
  if (collision.has_ends)
    return collision.weight * EdgesWithEnds(law_, collision, x).normal_force();
  return -collision.weight * law_.first_derivative(collision.distance);
}

Vec12 CollisionBarrier::normal_force_gradient(const Collision& collision,
                                              const Points<4>& x) const {
  if (collision.is_mollified()) {
    const Collision plain = without_mollifier(collision);
    const EdgeEdgeMollifier m(collision.mollifier_threshold);
    return m.value(x) * normal_force_gradient(plain, x) + normal_force(plain, x) * m.gradient(x);
  }
  if (collision.has_ends)
    return collision.weight * EdgesWithEnds(law_, collision, x).normal_force_gradient();
  return -collision.weight * law_.second_derivative(collision.distance) * distance_slope(collision);
}

}  // namespace stiffbench
