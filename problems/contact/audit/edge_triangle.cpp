#include "problems/contact/audit/edge_triangle.hpp"

#include "problems/contact/audit/orientation.hpp"

#include <algorithm>
#include <array>

namespace stiffbench {
namespace {

using Point = Eigen::Vector2d;

/// True if two segments in the plane have a point in common.
bool segments_meet(const Point& a, const Point& b, const Point& c, const Point& d) {
  if (orientation(a, b, c) * orientation(a, b, d) > 0) return false;
  if (orientation(c, d, a) * orientation(c, d, b) > 0) return false;
  // On one line, they meet where their ranges do; otherwise this is true anyway.
  return (a.cwiseMin(b).array() <= c.cwiseMax(d).array()).all() &&
         (c.cwiseMin(d).array() <= a.cwiseMax(b).array()).all();
}

/// True if the signs have no positive and no negative one together.
bool agree(const std::array<int, 3>& signs) {
  const auto [least, most] = std::minmax_element(signs.begin(), signs.end());
  return !(*least < 0 && *most > 0);
}

/// True if the projections of a segment and of a triangle to a plane of two axes meet.
bool projections_meet(const Points<5>& points, int axis, int other) {
  std::array<Point, 5> x;
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = {points(axis, static_cast<int>(i)), points(other, static_cast<int>(i))};
  const auto& [p, q, a, b, c] = x;
  if (segments_meet(p, q, a, b) || segments_meet(p, q, b, c) || segments_meet(p, q, c, a))
    return true;
  const std::array signs{orientation(a, b, p), orientation(b, c, p), orientation(c, a, p)};
  return orientation(a, b, c) != 0 && agree(signs);  // else the edges alone are the triangle
}

}  // namespace

bool edge_meets_triangle(const Points<5>& points) {
  const Eigen::Vector3d p = points.col(0), q = points.col(1), a = points.col(2), b = points.col(3),
                        c = points.col(4);
  const int side_p = orientation(a, b, c, p), side_q = orientation(a, b, c, q);
  if (side_p * side_q > 0) return false;
  const std::array signs{orientation(p, q, a, b), orientation(p, q, b, c), orientation(p, q, c, a)};
  if (side_p != 0 || side_q != 0) return agree(signs);
  // A triangle without area is in one plane with everything, unless the line of the edge passes it.
  if (std::any_of(signs.begin(), signs.end(), [](int sign) { return sign != 0; })) return false;
  // All points are in one plane. At least one projection to two axes is one-to-one there, so that
  // the edge and the triangle meet if they do in all three.
  return projections_meet(points, 0, 1) && projections_meet(points, 1, 2) &&
         projections_meet(points, 2, 0);
}

}  // namespace stiffbench
