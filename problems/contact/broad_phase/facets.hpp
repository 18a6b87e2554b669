#pragma once

#include "problems/contact/surface/contact_surface.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// A facet of a contact mesh: a triangle, an edge of no triangle, or a vertex of no edge. Each
/// vertex and each edge of the mesh is assigned to one facet that contains it. Pairs of facets then
/// lead to every pair of primitives once (Curtis, Tamstorf, Manocha,
/// "Representative-Triangles", I3D 2008, pages 61 to 69), with a third as many boxes as there are
/// primitives.
struct Facet {
  std::array<int, 3> vertex{-1, -1, -1};
  std::array<int, 3> edge{-1, -1, -1};       ///< edge k joins vertices k and k + 1
  int triangle = -1;                         ///< its number in the mesh, if it is one
  int body = 0;                              ///< of its vertices
  unsigned own_vertices = 0, own_edges = 0;  ///< places of those assigned to it, as bits
  unsigned moving = 0;                       ///< places of vertices that unknowns move, as bits

  bool is_edge() const { return triangle < 0 && vertex[1] >= 0; }
  bool is_vertex() const { return vertex[1] < 0; }
  bool has(int v) const { return v == vertex[0] || v == vertex[1] || v == vertex[2]; }
  /// Places of the vertices of edge k, as bits.
  static unsigned ends(unsigned k) { return 1u << k | 1u << next(k); }
  static unsigned next(unsigned k) { return k == 2 ? 0 : k + 1; }
};

/// Returns all facets: the triangles, then edges of no triangle, then vertices of no edge.
std::vector<Facet> facets_of(const ContactSurface& surface);

}  // namespace stiffbench
