#pragma once

#include <array>
#include <vector>

namespace stiffbench {

/// Pairs of primitives that may be near each other, by their numbers in a ContactMesh. All of them
/// may touch (ContactSurface::may_touch). Each list is sorted and has no pair twice.
struct Candidates {
  std::vector<std::array<int, 2>> point_triangle;  ///< (vertex, triangle)
  std::vector<std::array<int, 2>> edge_edge;       ///< (edge, edge), the lower number first
  std::vector<std::array<int, 2>> point_edge;      ///< vertex or edge belongs to no triangle
  std::vector<std::array<int, 2>> point_point;     ///< both vertices belong to no edge; low first
  std::vector<std::array<int, 2>> point_plane;     ///< (vertex, plane)
};

}  // namespace stiffbench
