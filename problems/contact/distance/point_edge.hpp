#pragma once

#include "problems/contact/distance/closest.hpp"

namespace stiffbench {

/// The feature of an edge (e0, e1) that is closest to a point.
enum class PointEdgeType { vertex_0, vertex_1, edge };

struct ClosestPointEdge : Closest<3> {
  PointEdgeType type;
};

/// Returns the closest points of a point and an edge of finite coordinates (Li et al. 2020,
/// DOI 10.1145/3386569.3392425); the columns are point, e0, e1. An edge of length zero is its
/// vertex 0.
ClosestPointEdge closest_point_edge(const Points<3>& points);

}  // namespace stiffbench
