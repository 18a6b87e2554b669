#pragma once

#include <array>
#include <vector>

namespace stiffbench {

/// Pairs of primitives that may touch (ContactSurface::may_touch), by their numbers in a
/// ContactMesh. Lists are in increasing order, and no pair occurs twice. Wherever two surfaces
/// touch, a pair of these primitives touches.
struct Candidates {
  using Pairs = std::vector<std::array<int, 2>>;
  Pairs point_triangle;  ///< (vertex, triangle)
  Pairs edge_edge;       ///< (edge, edge), the lower number first
  Pairs point_edge;      ///< (vertex, edge) where the edge belongs to no triangle
  Pairs point_point;     ///< (vertex, vertex) of no edge, the lower number first
  Pairs point_plane;     ///< (vertex, plane)
  long compared = 0;     ///< number of pairs of boxes that the search has compared

  bool operator==(const Candidates&) const = default;
};

}  // namespace stiffbench
