#pragma once

#include "problems/contact/broad_phase/candidates.hpp"
#include "problems/contact/collisions/collision.hpp"
#include "problems/contact/surface/contact_surface.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// The weight of a contact: 1, or the area of the surface that belongs to it (m^2), with which the
/// sum is a quadrature over the surface.
enum class ContactWeights { unit, area };
constexpr auto names_of(ContactWeights) { return std::array{"unit", "area"}; }

/// Returns all collisions nearer than dhat (m) of vertices at x (m). `candidates` has every pair
/// that is nearer than dhat, and may have more.
///
/// The potential of a scene is a sum over vertices before triangles and edges before edges. As it
/// stands such a sum counts a contact many times: a vertex over an edge is as near to both
/// triangles there. To leave out equal pairs of nearest features is no remedy, because their number
/// jumps where a nearest feature changes, and the potential with it. Two rules are a remedy, and
/// give the potential a continuous derivative:
///
/// - A vertex x and a surface: inclusion-exclusion (Li et al. 2023, DOI
///   10.48550/arXiv.2307.15908), with the coefficients +1 for each triangle, 1 - (number of
///   triangles) for each edge, and for each vertex what makes the sum 1 over it and all that
///   contains it. Where x is over a flat face, however finely meshed, all of its nearest features
///   cancel except one. The coefficient of two vertices x and y is lower by 1 if each of them is
///   before the surface of the other.
/// - Two edges: +1 where their inner points are nearest, times the mollifier of nearly parallel
///   edges, without which terms of the Hessian would have to cancel, and times a factor that
///   vanishes where an end becomes nearest (EdgesWithEnds): the vertices have that contact already.
///   Edges that stay flat have none, because another edge never meets them first
///   (ContactSurface::stays_flat). The cited work treats edges as a graph instead, and then counts
///   a vertex over an edge again for each of its own edges.
///
/// So one convex contact counts once; where an end of each edge is near, 3/4 to 1.05 times.
///
/// Edges that move apart lower the part of two edges together with those of its ends, P(d) f +
/// sum P(d_k): with r_k = P(d_k)/P(d) and the product W_k over the other ends its derivatives are
/// f + sum r_k W_k by P(d), and 1 - W_k by P(d_k), and both are at least 0. Inclusion-exclusion
/// over edges, too, has no lower bound: it counts pieces of what is near less their holes, and the
/// edges about two vertices that face each other make many holes. The part of a vertex can still be
/// negative inside of two rings of faces whose middles are beyond dhat.
///
/// Coefficients of pairs with the same nearest features are added up here, and those that vanish
/// are left out.
///
/// The order depends on nothing but the candidates and x: vertices before triangles, edges,
/// vertices before edges, vertices, planes.
std::vector<Collision> find_collisions(const ContactSurface& surface, const Candidates& candidates,
                                       const Eigen::Matrix3Xd& x, double dhat,
                                       ContactWeights weights = ContactWeights::unit);

}  // namespace stiffbench
