#pragma once

#include "problems/contact/broad_phase/candidates.hpp"
#include "problems/contact/collisions/collision.hpp"
#include "problems/contact/surface/contact_surface.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// How much a contact weighs: 1, or the area of the surface that belongs to it (m^2), with which
/// the sum is a quadrature over the surface.
enum class ContactWeights { unit, area };
constexpr auto names_of(ContactWeights) { return std::array{"unit", "area"}; }

/// Returns all collisions nearer than dhat (m) of vertices at x (m). `candidates` has every pair
/// that is nearer than dhat, and may have more.
///
/// The potential of a scene is a sum over vertices before triangles and edges before edges. As it
/// stands such a sum counts a contact many times: a vertex over an edge is as near to both
/// triangles there. Leaving out equal pairs of nearest features does not mend this, because their
/// number jumps where a nearest feature changes, and the potential with it. Inclusion-exclusion
/// does (Li et al. 2023, DOI 10.48550/arXiv.2307.15908): every pair of primitives, closed ones with
/// their boundaries, has a fixed integer as coefficient, and its distance has a continuous
/// derivative.
///
/// - A vertex x and a surface: +1 for each triangle, 1 - (number of triangles) for each edge, and
///   for each vertex what makes the sum 1 over it and all that contains it. Where x is over a flat
///   face, however finely meshed, its nearest features cancel but for one.
/// - Two vertices x and y: -1 more if both are before the surface of the other.
/// - Two edges: +1 less their contacts in which a vertex is nearest, which the vertices have
///   already: -1 for each end before the other edge, +1 for each pair of ends. The mollifier of
///   nearly parallel edges multiplies all nine. Edges that stay flat have none, because another
///   edge never meets them first (ContactSurface::stays_flat). The cited work treats edges as a
///   graph instead, and then counts a vertex over an edge again for each of its own edges.
///
/// In exact terms the potential is the integral of -P'(s) chi(s) over s: chi is the Euler
/// characteristic of the pairs of points, one of them a vertex or both on edges, nearer than s. So
/// one convex contact counts once. Coefficients of pairs with the same nearest features are added
/// up here, and those that vanish are left out.
///
/// The characteristic of pairs with holes is below 1, so that the potential has no lower bound:
/// edges and faces around two vertices can be nearer to each other than the vertices are. Six edges
/// of each have 48 distances of coefficient 1, 12 of a vertex and an edge of coefficient -7, and
/// one of the vertices of coefficient 37. Where the last one stays and the others tend to zero, the
/// sum tends to minus infinity: contact attracts. Soft surfaces whose vertices have been crushed to
/// spikes can hook each other in this way; the output least_contact_energy of a scene tells.
///
/// The order depends on nothing but the candidates and x: vertices before triangles, edges,
/// vertices before edges, vertices, planes.
std::vector<Collision> find_collisions(const ContactSurface& surface, const Candidates& candidates,
                                       const Eigen::Matrix3Xd& x, double dhat,
                                       ContactWeights weights = ContactWeights::unit);

}  // namespace stiffbench
