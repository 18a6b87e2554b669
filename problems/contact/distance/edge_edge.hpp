#pragma once

#include "problems/contact/distance/point_edge.hpp"

#include <array>

namespace stiffbench {

/// The closest features of two edges a = (a0, a1) and b = (b0, b1).
enum class EdgeEdgeType { a0_b0, a0_b1, a1_b0, a1_b1, a0_b, a1_b, a_b0, a_b1, a_b };

/// Returns the name of a type, as "a0_b".
const char* to_string(EdgeEdgeType type);

struct ClosestEdgeEdge : Closest<4> {
  EdgeEdgeType type;
};

/// An end of one edge before the other edge; columns are those of (a0, a1, b0, b1).
struct EndBeforeEdge {
  std::array<int, 3> columns;  ///< of the end and of the edge
  double sign;                 ///< -1 if the end belongs to the edge b
  EdgeEdgeType types[3];       ///< where vertex 0, vertex 1 or the whole edge is closest
};
inline constexpr std::array<EndBeforeEdge, 4> ends_before_edges = [] {
  using enum EdgeEdgeType;
  return std::array<EndBeforeEdge, 4>{{{{0, 2, 3}, 1, {a0_b0, a0_b1, a0_b}},
                                       {{1, 2, 3}, 1, {a1_b0, a1_b1, a1_b}},
                                       {{2, 0, 1}, -1, {a0_b0, a1_b0, a_b0}},
                                       {{3, 0, 1}, -1, {a0_b1, a1_b1, a_b1}}}};
}();

/// The closest points of each of `ends_before_edges`.
using ClosestEnds = std::array<ClosestPointEdge, 4>;
ClosestEnds closest_ends(const Points<4>& points);

/// Returns the closest points of two edges of finite coordinates (Li et al. 2020,
/// DOI 10.1145/3386569.3392425); the columns are a0, a1, b0, b1. Parallel edges have many closest
/// points where they overlap; one of them is a vertex, and this function returns that. An edge of
/// length zero is a vertex.
ClosestEdgeEdge closest_edge_edge(const Points<4>& points);
/// The same, given the closest points of the edges' ends.
ClosestEdgeEdge closest_edges(const Points<4>& points, const ClosestEnds& ends);

}  // namespace stiffbench
