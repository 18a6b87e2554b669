#pragma once

#include "problems/contact/distance/closest.hpp"

namespace stiffbench {

/// The closest features of two edges a = (a0, a1) and b = (b0, b1).
enum class EdgeEdgeType { a0_b0, a0_b1, a1_b0, a1_b1, a0_b, a1_b, a_b0, a_b1, a_b };

/// Returns the name of a type, as "a0_b".
const char* to_string(EdgeEdgeType type);

struct ClosestEdgeEdge : Closest<4> {
  EdgeEdgeType type;
};

/// Returns the closest points of two edges of finite coordinates (Li et al. 2020,
/// DOI 10.1145/3386569.3392425); the columns are a0, a1, b0, b1. Parallel edges have many closest
/// points where they overlap; one of them is a vertex, and this function returns that. An edge of
/// length zero is a vertex.
ClosestEdgeEdge closest_edge_edge(const Points<4>& points);

}  // namespace stiffbench
