#pragma once

#include "problems/contact/distance/closest.hpp"

namespace stiffbench {

/// True if the edge (p, q) and the triangle (a, b, c) have a point in common, boundaries included.
/// The columns are p, q, a, b, c, finite coordinates; the answer is exact for them, also for edges
/// in the triangle's plane and for primitives without length or area.
bool edge_meets_triangle(const Points<5>& points);

}  // namespace stiffbench
