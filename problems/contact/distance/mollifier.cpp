#include "problems/contact/distance/mollifier.hpp"

#include "base/error.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <numbers>

namespace stiffbench {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// The edges' vectors and their cross product.
struct Edges {
  explicit Edges(const Points<4>& points)
      : a(points.col(1) - points.col(0)), b(points.col(3) - points.col(2)), cross(a.cross(b)) {}
  Vector3d a, b, cross;
};

/// The gradient of c = |a x b|^2 by the positions.
Eigen::Matrix<double, 12, 1> gradient_of_c(const Edges& e) {
  const Vector3d by_a = 2 * e.b.cross(e.cross), by_b = 2 * e.cross.cross(e.a);
  Eigen::Matrix<double, 12, 1> all;
  all << -by_a, by_a, -by_b, by_b;
  return all;
}

/// The Hessian of c = |a|^2 |b|^2 - (a . b)^2.
Eigen::Matrix<double, 12, 12> hessian_of_c(const Edges& e) {
  const auto one = Matrix3d::Identity();
  const Matrix3d aa = 2 * (e.b.squaredNorm() * one - e.b * e.b.transpose()),
                 bb = 2 * (e.a.squaredNorm() * one - e.a * e.a.transpose()),
                 ab =
                     4 * e.a * e.b.transpose() - 2 * e.b * e.a.transpose() - 2 * e.a.dot(e.b) * one;
  Eigen::Matrix<double, 12, 12> all;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const double sign = i % 2 == j % 2 ? 1 : -1;
      const Matrix3d block = i < 2 ? (j < 2 ? aa : ab) : (j < 2 ? Matrix3d(ab.transpose()) : bb);
      all.block<3, 3>(3 * i, 3 * j) = sign * block;
    }
  return all;
}

}  // namespace

EdgeEdgeMollifier EdgeEdgeMollifier::at_rest(const Points<4>& rest) {
  const Edges e(rest);
  if (!(e.a.squaredNorm() > 0 && e.b.squaredNorm() > 0))
    throw Error("edges in contact are longer than 0 at rest",
                fmt::format("lengths of {:g} and {:g} m", e.a.norm(), e.b.norm()),
                "remove the edge from the mesh");
  return EdgeEdgeMollifier(1e-3 * e.a.squaredNorm() * e.b.squaredNorm());
}

EdgeEdgeMollifier::EdgeEdgeMollifier(double threshold) : eps_(threshold) {
  if (!(eps_ > 0))
    throw Error("a mollifier's threshold is above 0", fmt::format("{:g} m^4", eps_),
                "give edges of greater length");
}

double EdgeEdgeMollifier::value(const Points<4>& points) const {
  const double s = Edges(points).cross.squaredNorm() / eps_;
  return s < 1 ? (2 - s) * s : 1;
}

Eigen::Matrix<double, 12, 1> EdgeEdgeMollifier::gradient(const Points<4>& points) const {
  const Edges e(points);
  return first_derivative(e.cross.squaredNorm()) * gradient_of_c(e);
}

Eigen::Matrix<double, 12, 12> EdgeEdgeMollifier::hessian(const Points<4>& points) const {
  const Edges e(points);
  const double c = e.cross.squaredNorm();
  if (!(c < eps_)) return Eigen::Matrix<double, 12, 12>::Zero();
  const Eigen::Matrix<double, 12, 1> slope = std::numbers::sqrt2 / eps_ * gradient_of_c(e);
  // One half is mirrored: fused multiply-adds may round the two halves differently.
  const Eigen::Matrix<double, 12, 12> half =
      first_derivative(c) * hessian_of_c(e) - slope * slope.transpose();
  return half.selfadjointView<Eigen::Lower>();
}

}  // namespace stiffbench
