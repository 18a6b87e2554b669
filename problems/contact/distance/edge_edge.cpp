#include "problems/contact/distance/edge_edge.hpp"

#include "problems/contact/distance/point_edge.hpp"
#include "problems/contact/distance/projection.hpp"

namespace stiffbench {
namespace {

/// Returns the closest points of the two lines. It starts from the vertices of the closest pair
/// `near`, which loses the fewest digits.
std::optional<Closest<4>> project_to_lines(const Points<4>& points, const Closest<4>& near) {
  Closest<4> lines;
  lines.free = 2;
  lines.weights = near.weights;
  lines.directions.col(0) << -1, 1, 0, 0;
  lines.directions.col(1) << 0, 0, 1, -1;
  return project(points, lines);
}

/// A vertex, and the edge to which its distance is sought.
struct VertexAndEdge {
  std::array<int, 3> places;  ///< columns of the vertex and of the edge
  double sign;                ///< -1 if the vertex belongs to the edge b
  EdgeEdgeType types[3];      ///< the type where vertex 0, vertex 1 or the whole edge is closest
};

using enum EdgeEdgeType;
constexpr VertexAndEdge vertices_and_edges[] = {{{0, 2, 3}, 1, {a0_b0, a0_b1, a0_b}},
                                                {{1, 2, 3}, 1, {a1_b0, a1_b1, a1_b}},
                                                {{2, 0, 1}, -1, {a0_b0, a1_b0, a_b0}},
                                                {{3, 0, 1}, -1, {a0_b1, a1_b1, a_b1}}};

}  // namespace

const char* to_string(EdgeEdgeType type) {
  constexpr const char* names[] = {"a0_b0", "a0_b1", "a1_b0", "a1_b1", "a0_b",
                                   "a1_b",  "a_b0",  "a_b1",  "a_b"};
  return names[static_cast<int>(type)];
}

ClosestEdgeEdge closest_edge_edge(const Points<4>& points) {
  std::optional<ClosestEdgeEdge> closest;
  for (const auto& [places, sign, types] : vertices_and_edges) {
    const ClosestPointEdge pair = closest_point_edge(points(Eigen::all, places));
    const ClosestEdgeEdge next{place<4, 3>(pair, places, sign), types[static_cast<int>(pair.type)]};
    if (!closest || is_closer<4>(next, *closest, points)) closest = next;
  }
  if (const auto lines = project_to_lines(points, *closest); lines && is_inside(*lines, 2))
    return {*lines, a_b};
  return *closest;
}

}  // namespace stiffbench
