#pragma once

#include "problems/contact/distance/closest.hpp"

namespace stiffbench {

/// The feature of a triangle (t0, t1, t2) that is closest to a point.
enum class PointTriangleType { vertex_0, vertex_1, vertex_2, edge_01, edge_12, edge_20, face };

/// Returns the name of a type, as "edge_01".
const char* to_string(PointTriangleType type);

struct ClosestPointTriangle : Closest<4> {
  PointTriangleType type;
};

/// Returns the closest points of a point and a triangle of finite coordinates (Li et al. 2020,
/// DOI 10.1145/3386569.3392425); the columns are point, t0, t1, t2. A triangle without area is the
/// union of its edges, and an edge of length zero is a vertex.
ClosestPointTriangle closest_point_triangle(const Points<4>& points);

}  // namespace stiffbench
