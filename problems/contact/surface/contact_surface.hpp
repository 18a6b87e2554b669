#pragma once

#include "problems/contract/state.hpp"

#include <Eigen/Core>

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace stiffbench {

/// A rigid plane: everything stays where normal . x > offset (m), with |normal| = 1.
struct ContactPlane {
  Eigen::Vector3d normal;
  double offset;
};

/// Everything in a scene that can touch. A vertex inside a solid has no place here: a vertex that
/// belongs to no edge is a point that touches on its own.
struct ContactMesh {
  Eigen::Matrix3Xd rest;           ///< positions at u = 0 (m)
  Eigen::Matrix2Xi edges;          ///< with those of the triangles; each once, as (low, high)
  Eigen::Matrix3Xi triangles;      ///< vertices of each triangle
  std::vector<int> body;           ///< of each vertex
  std::vector<bool> self_contact;  ///< of each body: false if its primitives never touch each other
  std::vector<ContactPlane> planes = {};
};

/// Returns the edges of these triangles, each once as (low, high), in increasing order.
Eigen::Matrix2Xi edges_of(const Eigen::Matrix3Xi& triangles);

/// The weight of a group of three unknowns in the position of a vertex.
struct VertexWeight {
  int place;  ///< of the group, which begins at the unknown 3 place
  double weight;
};

/// The vertices, edges and triangles of a scene, and how its unknowns u move them: vertex i is at
/// X_i + sum_k w_ik u_k (m), where u_k is the k-th group of three unknowns. A free vertex of a mesh
/// has one weight, 1; a fixed vertex has none; a vertex of an affine body has four.
class ContactSurface {
 public:
  /// `weights`: of each vertex. Throws Error unless every number is finite, every index in range,
  /// every edge and triangle has different vertices of one body, every edge of a triangle is among
  /// the edges, and every plane's normal has length 1.
  ContactSurface(ContactMesh mesh, std::vector<std::vector<VertexWeight>> weights);

  const ContactMesh& mesh() const { return mesh_; }
  Eigen::Index vertices() const { return mesh_.rest.cols(); }
  /// True if no unknown moves the vertex.
  bool is_fixed(int vertex) const { return starts_[at(vertex)] == starts_[at(vertex) + 1]; }
  /// Weights of a vertex, by increasing place.
  std::span<const VertexWeight> weights(int vertex) const {
    return {weights_.data() + starts_[at(vertex)], starts_[at(vertex) + 1] - starts_[at(vertex)]};
  }
  /// The least length of u: three times the highest place, plus three.
  Eigen::Index dof() const { return dof_; }

  /// Positions of all vertices at u (m); u has at least dof() entries.
  Eigen::Matrix3Xd positions(const Vec& u) const;
  /// Their velocities if u changes at the rates v (m/s), or their displacements for a change of u.
  Eigen::Matrix3Xd velocities(const Vec& v) const;

  /// Edges (01, 12, 20) of a triangle.
  const Eigen::Matrix3Xi& triangle_edges() const { return triangle_edges_; }
  /// Number of the edge between two vertices, the lower first, if there is one.
  std::optional<int> edge_number(const std::array<int, 2>& ends) const;
  /// Triangles of an edge, by increasing number.
  std::span<const int> triangles_of(int edge) const {
    return {edge_triangles_.data() + edge_starts_[at(edge)],
            edge_starts_[at(edge) + 1] - edge_starts_[at(edge)]};
  }
  /// True if the vertex belongs to an edge.
  bool in_edge(int vertex) const { return in_edge_[at(vertex)]; }
  /// True if the edge belongs to a triangle.
  bool in_triangle(int edge) const { return edge_starts_[at(edge)] < edge_starts_[at(edge) + 1]; }
  /// True if the two triangles of the edge lie in one plane at every u, as inside a face of an
  /// obstacle or of an affine body. Another edge then meets its own ends or the end of that face
  /// before it meets this edge.
  bool stays_flat(int edge) const { return flat_[at(edge)]; }
  /// Shortest edge at u = 0 (m); infinity without edges.
  double least_edge() const { return least_edge_; }
  /// Area of the surface at u = 0 that belongs to a vertex (m^2): a third of its triangles.
  double vertex_area(int vertex) const { return vertex_area_[at(vertex)]; }
  /// Area of the surface at u = 0 that belongs to an edge (m^2): a third of its triangles.
  double edge_area(int edge) const { return edge_area_[at(edge)]; }

  /// True if these primitives, given by their vertices, can come into contact: one of them can
  /// move, they share no vertex, and their body touches itself if it is one.
  template <std::size_t n, std::size_t m>
  bool may_touch(const std::array<int, n>& one, const std::array<int, m>& other) const;
  /// The vertices of a primitive.
  static std::array<int, 1> vertex(int number) { return {number}; }
  std::array<int, 2> edge(int number) const {
    return {mesh_.edges(0, number), mesh_.edges(1, number)};
  }
  std::array<int, 3> triangle(int number) const {
    return {mesh_.triangles(0, number), mesh_.triangles(1, number), mesh_.triangles(2, number)};
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  void validate_mesh() const;
  void add_weights(const std::vector<std::vector<VertexWeight>>& weights);
  void join_triangles();
  void measure();
  bool is_flat_forever(int edge) const;
  void add_moves(const Vec& u, Eigen::Matrix3Xd& x) const;

  ContactMesh mesh_;
  std::vector<std::size_t> starts_, edge_starts_;
  std::vector<VertexWeight> weights_;
  std::vector<std::pair<std::array<int, 2>, int>> edge_numbers_;  // sorted
  std::vector<int> edge_triangles_;
  Eigen::Matrix3Xi triangle_edges_;
  std::vector<bool> in_edge_, flat_;
  Eigen::Index dof_ = 0;
  double least_edge_ = 0;
  std::vector<double> vertex_area_, edge_area_;
};

template <std::size_t n, std::size_t m>
bool ContactSurface::may_touch(const std::array<int, n>& one,
                               const std::array<int, m>& other) const {
  const int body = mesh_.body[at(one[0])];
  if (body == mesh_.body[at(other[0])]) {
    if (!mesh_.self_contact[at(body)]) return false;
    for (const int i : one)
      for (const int j : other)
        if (i == j) return false;
  }
  for (const int i : one)
    if (!is_fixed(i)) return true;
  for (const int i : other)
    if (!is_fixed(i)) return true;
  return false;
}

}  // namespace stiffbench
