#pragma once

#include "problems/contact/surface/contact_surface.hpp"

#include <Eigen/Core>

#include <array>
#include <vector>

namespace stiffbench {

/// Pairs of primitives that have a point in common, in increasing order.
struct Intersections {
  std::vector<std::array<int, 2>> edge_triangle;  ///< (edge, triangle)
  std::vector<std::array<int, 2>> point_plane;    ///< (vertex, plane): on the plane or beyond it

  bool none() const { return edge_triangle.empty() && point_plane.empty(); }
  bool operator==(const Intersections&) const = default;
};

/// Returns all intersections of primitives that may touch (ContactSurface::may_touch) at these
/// positions (m, one vertex a column). Two closed surfaces that penetrate each other without one
/// containing the other have an edge of one that meets a triangle of the other.
///
/// This is the audit of a state. It shares no code with the parts that keep surfaces apart: it
/// computes no distances, decides by exact signs of volumes, and sorts boxes along one axis instead
/// of into cells. Touching counts as an intersection.
///
/// Throws Error for positions that are not finite.
Intersections intersections(const ContactSurface& surface, const Eigen::Matrix3Xd& x);

}  // namespace stiffbench
