#include "problems/contact/distance/point_triangle.hpp"

#include "problems/contact/distance/point_edge.hpp"
#include "problems/contact/distance/projection.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

/// Returns the vertex of the triangle opposite its longest edge: the two edges from there span the
/// plane with the fewest digits lost.
int opposite_longest_edge(const Points<4>& points) {
  const auto length = [&](int i, int j) { return (points.col(i) - points.col(j)).squaredNorm(); };
  const double opposite[] = {length(2, 3), length(3, 1), length(1, 2)};
  return 1 + static_cast<int>(std::max_element(opposite, opposite + 3) - opposite);
}

/// Returns the point's projection to the triangle's plane.
std::optional<Closest<4>> project_to_plane(const Points<4>& points) {
  const int origin = opposite_longest_edge(points);
  Closest<4> plane;
  plane.free = 2;
  plane.weights[0] = 1;
  plane.weights[origin] = -1;
  for (int k = 0; k < 2; ++k) {
    plane.directions(origin, k) = 1;
    plane.directions(1 + (origin + k) % 3, k) = -1;
  }
  return project(points, plane);
}

PointTriangleType type_of_edge(int edge, PointEdgeType feature) {
  using enum PointTriangleType;
  constexpr PointTriangleType vertices[] = {vertex_0, vertex_1, vertex_2},
                              edges[] = {edge_01, edge_12, edge_20};
  if (feature == PointEdgeType::edge) return edges[edge];
  return vertices[(edge + (feature == PointEdgeType::vertex_1 ? 1 : 0)) % 3];
}

}  // namespace

const char* to_string(PointTriangleType type) {
  constexpr const char* names[] = {"vertex_0", "vertex_1", "vertex_2", "edge_01",
                                   "edge_12",  "edge_20",  "face"};
  return names[static_cast<int>(type)];
}

ClosestPointTriangle closest_point_triangle(const Points<4>& points) {
  if (const auto plane = project_to_plane(points); plane && is_inside(*plane, 1))
    return {*plane, PointTriangleType::face};
  std::optional<ClosestPointTriangle> closest;
  for (int k = 0; k < 3; ++k) {
    const std::array places = {0, 1 + k, 1 + (k + 1) % 3};
    const ClosestPointEdge edge = closest_point_edge(points(Eigen::all, places));
    const ClosestPointTriangle next{place<4, 3>(edge, places), type_of_edge(k, edge.type)};
    if (!closest || is_closer<4>(next, *closest, points)) closest = next;
  }
  return *closest;
}

}  // namespace stiffbench
