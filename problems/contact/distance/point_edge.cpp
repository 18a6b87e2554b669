#include "problems/contact/distance/point_edge.hpp"

#include "problems/contact/distance/point_point.hpp"

namespace stiffbench {

ClosestPointEdge closest_point_edge(const Points<3>& points) {
  const Eigen::Vector3d edge = points.col(2) - points.col(1), arm = points.col(0) - points.col(1);
  const auto vertex = [&](int k) {
    Points<2> ends;
    ends << points.col(0), points.col(1 + k);
    return place<3, 2>(closest_points_of_points(ends), {0, 1 + k});
  };
  if (!(arm.dot(edge) > 0)) return {vertex(0), PointEdgeType::vertex_0};
  if (!((points.col(2) - points.col(0)).dot(edge) > 0)) return {vertex(1), PointEdgeType::vertex_1};
  // It starts from the closer end, which loses the fewest digits.
  const double length = edge.squaredNorm();
  const bool second = 2 * arm.dot(edge) > length;
  const double share = (second ? points.col(0) - points.col(2) : arm).dot(edge) / length;
  Closest<3> pair;
  pair.weights << 1, (second ? 0 : -1) + share, (second ? -1 : 0) - share;
  pair.directions.col(0) << 0, 1, -1;
  pair.free = 1;
  pair.squared = (points * pair.weights).squaredNorm();
  return {pair, PointEdgeType::edge};
}

}  // namespace stiffbench
