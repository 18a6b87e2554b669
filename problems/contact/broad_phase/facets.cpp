#include "problems/contact/broad_phase/facets.hpp"

#include <utility>

namespace stiffbench {
namespace {

/// Adds facets to a list, and assigns to each what no earlier one has.
class FacetList {
 public:
  explicit FacetList(const ContactSurface& surface)
      : surface_(surface),
        assigned_vertex_(static_cast<std::size_t>(surface.vertices())),
        assigned_edge_(static_cast<std::size_t>(surface.mesh().edges.cols())) {}

  void add(Facet facet) {
    facet.body = surface_.mesh().body[static_cast<std::size_t>(facet.vertex[0])];
    for (unsigned k = 0; k < 3 && facet.vertex[k] >= 0; ++k) {
      if (assign(assigned_vertex_, facet.vertex[k])) facet.own_vertices |= 1u << k;
      if (assign(assigned_edge_, facet.edge[k])) facet.own_edges |= 1u << k;
      if (!surface_.is_fixed(facet.vertex[k])) facet.moving |= 1u << k;
    }
    all.push_back(facet);
  }

  std::vector<Facet> all;

 private:
  static bool assign(std::vector<bool>& assigned, int item) {
    if (item < 0 || assigned[static_cast<std::size_t>(item)]) return false;
    return assigned[static_cast<std::size_t>(item)] = true;
  }
  const ContactSurface& surface_;
  std::vector<bool> assigned_vertex_, assigned_edge_;
};

}  // namespace

std::vector<Facet> facets_of(const ContactSurface& surface) {
  FacetList facets(surface);
  for (int i = 0; i < surface.mesh().triangles.cols(); ++i) {
    Facet facet;
    facet.vertex = surface.triangle(i);
    for (int k = 0; k < 3; ++k)
      facet.edge[static_cast<std::size_t>(k)] = surface.triangle_edges()(k, i);
    facet.triangle = i;
    facets.add(facet);
  }
  for (int i = 0; i < surface.mesh().edges.cols(); ++i) {
    if (surface.in_triangle(i)) continue;
    Facet facet;
    facet.vertex = {surface.edge(i)[0], surface.edge(i)[1], -1};
    facet.edge = {i, -1, -1};
    facets.add(facet);
  }
  for (int i = 0; i < surface.vertices(); ++i) {
    if (surface.in_edge(i)) continue;
    Facet facet;
    facet.vertex = {i, -1, -1};
    facets.add(facet);
  }
  return std::move(facets.all);
}

}  // namespace stiffbench
