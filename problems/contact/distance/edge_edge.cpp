#include "problems/contact/distance/edge_edge.hpp"

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

}  // namespace

const char* to_string(EdgeEdgeType type) {
  constexpr const char* names[] = {"a0_b0", "a0_b1", "a1_b0", "a1_b1", "a0_b",
                                   "a1_b",  "a_b0",  "a_b1",  "a_b"};
  return names[static_cast<int>(type)];
}

ClosestEnds closest_ends(const Points<4>& points) {
  ClosestEnds ends;
  for (std::size_t k = 0; k < 4; ++k)
    ends[k] = closest_point_edge(points(Eigen::all, ends_before_edges[k].columns));
  return ends;
}

ClosestEdgeEdge closest_edges(const Points<4>& points, const ClosestEnds& ends) {
  std::optional<ClosestEdgeEdge> closest;
  for (std::size_t k = 0; k < 4; ++k) {
    const auto& [columns, sign, types] = ends_before_edges[k];
    const ClosestEdgeEdge next{place<4, 3>(ends[k], columns, sign),
                               types[static_cast<int>(ends[k].type)]};
    if (!closest || is_closer<4>(next, *closest, points)) closest = next;
  }
  if (const auto lines = project_to_lines(points, *closest); lines && is_inside(*lines, 2))
    return {*lines, EdgeEdgeType::a_b};
  return *closest;
}

ClosestEdgeEdge closest_edge_edge(const Points<4>& points) {
  return closest_edges(points, closest_ends(points));
}

}  // namespace stiffbench
