#include "problems/contact/ccd/stay_apart.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

using Eigen::Vector3d;

/// True if the plane normal to the difference of two points, one of each primitive, proves it. Any
/// difference is valid: it is no shorter than the distance.
template <int first>
bool plane_separates(const Points<4>& x0, const Points<4>& x1, const Vector3d& difference,
                     double share, double separation) {
  const auto gap = [&](const Points<4>& x) {
    const Eigen::RowVector4d heights = difference.transpose() * x;
    return heights.head<first>().minCoeff() - heights.tail<4 - first>().maxCoeff();
  };
  // Of coordinates, in heights.
  const double round_off =
      8e-15 * std::max(x0.cwiseAbs().maxCoeff(), x1.cwiseAbs().maxCoeff()) * difference.lpNorm<1>();
  const double length = difference.norm();
  return std::min(gap(x0), gap(x1)) > (share * length + separation) * length + round_off;
}

/// Returns the ratio of two numbers as a number from 0 to 1; 0 if it is none.
double part(double numerator, double denominator) {
  return denominator > 0 ? std::clamp(numerator / denominator, 0.0, 1.0) : 0;
}

/// Returns a vector from an edge (a, b) to a point, nearly the shortest one.
Vector3d from_edge(const Vector3d& point, const Vector3d& a, const Vector3d& b) {
  const Vector3d edge = b - a, offset = point - a;
  return offset - part(offset.dot(edge), edge.squaredNorm()) * edge;
}

Vector3d from_triangle(const Points<4>& x) {
  const Vector3d point = x.col(0), a = x.col(1), b = x.col(2), c = x.col(3), u = b - a, v = c - a,
                 w = point - a;
  const double uu = u.squaredNorm(), uv = u.dot(v), vv = v.squaredNorm(), uw = u.dot(w),
               vw = v.dot(w), det = uu * vv - uv * uv, s = uw * vv - vw * uv, t = vw * uu - uw * uv;
  if (s > 0 && t > 0 && s + t < det) return w - (s / det) * u - (t / det) * v;
  // Outside of the triangle's prism; the closest edge is beyond which the point is, or one of two.
  const Vector3d ab = from_edge(point, a, b), ca = from_edge(point, c, a),
                 bc = from_edge(point, b, c);
  const double x_ab = ab.squaredNorm(), x_ca = ca.squaredNorm(), x_bc = bc.squaredNorm();
  if (x_ab <= x_ca) return x_ab <= x_bc ? ab : bc;
  return x_ca <= x_bc ? ca : bc;
}

/// Alternates between both lines, clamped to the edges (Ericson 2005, section 5.1.9).
Vector3d between_edges(const Points<4>& x) {
  const Vector3d a = x.col(1) - x.col(0), b = x.col(3) - x.col(2), offset = x.col(0) - x.col(2);
  const double aa = a.squaredNorm(), bb = b.squaredNorm(), ab = a.dot(b), ao = a.dot(offset),
               bo = b.dot(offset);
  double s = part(ab * bo - ao * bb, aa * bb - ab * ab);
  const double t = part(ab * s + bo, bb);
  s = part(ab * t - ao, aa);
  return offset + s * a - t * b;
}

}  // namespace

bool point_and_triangle_stay_apart(const Points<4>& x0, const Points<4>& x1, double share,
                                   double separation) {
  return plane_separates<1>(x0, x1, from_triangle(x0), share, separation);
}

bool edges_stay_apart(const Points<4>& x0, const Points<4>& x1, double share, double separation) {
  return plane_separates<2>(x0, x1, between_edges(x0), share, separation);
}

}  // namespace stiffbench
