#pragma once

// Small scenes of bodies in contact, and their candidates by brute force.

#include "problems/contact/broad_phase/candidates.hpp"
#include "problems/contact/surface/contact_surface.hpp"

#include <Eigen/Geometry>

#include <vector>

namespace stiffbench::test {

/// Collects bodies. Every vertex gets three unknowns, in the order of the vertices.
class SceneMaker {
 public:
  SceneMaker& add(const Eigen::Matrix3Xd& points, const Eigen::Matrix3Xi& triangles,
                  bool self_contact = false) {
    return add(points, triangles, edges_of(triangles), self_contact);
  }
  /// Edges include those of the triangles.
  SceneMaker& add(const Eigen::Matrix3Xd& points, const Eigen::Matrix3Xi& triangles,
                  const Eigen::Matrix2Xi& edges, bool self_contact = false) {
    const auto first = static_cast<int>(mesh_.rest.cols());
    append(mesh_.rest, points);
    append(mesh_.triangles, (triangles.array() + first).matrix().eval());
    append(mesh_.edges, (edges.array() + first).matrix().eval());
    mesh_.body.insert(mesh_.body.end(), static_cast<std::size_t>(points.cols()),
                      static_cast<int>(mesh_.self_contact.size()));
    mesh_.self_contact.push_back(self_contact);
    return *this;
  }
  SceneMaker& add_point(const Eigen::Vector3d& point) {
    return add(point, Eigen::Matrix3Xi(3, 0), Eigen::Matrix2Xi(2, 0));
  }
  SceneMaker& add_plane(const Eigen::Vector3d& normal, double offset) {
    mesh_.planes.push_back({normal, offset});
    return *this;
  }
  const ContactMesh& mesh() const { return mesh_; }
  /// The first `fixed` vertices do not move.
  ContactSurface surface(int fixed = 0) const {
    std::vector<std::vector<VertexWeight>> weights;
    for (int i = 0; i < mesh_.rest.cols(); ++i)
      weights.push_back(i < fixed ? std::vector<VertexWeight>{}
                                  : std::vector<VertexWeight>{{i - fixed, 1.0}});
    return {mesh_, weights};
  }

 private:
  template <class Matrix>
  static void append(Matrix& all, const Matrix& more) {
    Matrix sum(all.rows(), all.cols() + more.cols());
    sum << all, more;
    all = sum;
  }
  ContactMesh mesh_{Eigen::Matrix3Xd(3, 0), Eigen::Matrix2Xi(2, 0), Eigen::Matrix3Xi(3, 0), {}, {}};
};

struct Triangles {
  Eigen::Matrix3Xd points;
  Eigen::Matrix3Xi triangles;
};

/// A cube with corners at 0 and `size`, each face of two triangles.
inline Triangles cube(double size) {
  Triangles all{Eigen::Matrix3Xd(3, 8), Eigen::Matrix3Xi(3, 12)};
  for (int i = 0; i < 8; ++i) all.points.col(i) << i / 4 % 2, i / 2 % 2, i % 2;
  all.points *= size;
  const int corners[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                             {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
  for (int face = 0; face < 6; ++face) {
    const int* c = corners[face];
    all.triangles.col(2 * face) << c[0], c[1], c[2];
    all.triangles.col(2 * face + 1) << c[0], c[2], c[3];
  }
  return all;
}

/// A square in the plane z = 0 with corners at 0 and `size`, of n x n cells of two triangles.
inline Triangles square(double size, int n) {
  Triangles all{Eigen::Matrix3Xd(3, (n + 1) * (n + 1)), Eigen::Matrix3Xi(3, 2 * n * n)};
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) all.points.col(i * (n + 1) + j) << i * size / n, j * size / n, 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const int a = i * (n + 1) + j, b = a + n + 1;
      all.triangles.col(2 * (i * n + j)) << a, b, b + 1;
      all.triangles.col(2 * (i * n + j) + 1) << a, b + 1, a + 1;
    }
  return all;
}

/// All pairs that may touch.
inline Candidates all_pairs(const ContactSurface& surface) {
  Candidates all;
  const ContactMesh& mesh = surface.mesh();
  for (int i = 0; i < surface.vertices(); ++i) {
    for (int j = 0; j < mesh.triangles.cols(); ++j)
      if (surface.may_touch(surface.vertex(i), surface.triangle(j)))
        all.point_triangle.push_back({i, j});
    for (int j = 0; j < mesh.edges.cols(); ++j)
      if (!surface.in_triangle(j) && surface.may_touch(surface.vertex(i), surface.edge(j)))
        all.point_edge.push_back({i, j});
    for (int j = i + 1; j < surface.vertices(); ++j)
      if (!surface.in_edge(i) && !surface.in_edge(j) &&
          surface.may_touch(surface.vertex(i), surface.vertex(j)))
        all.point_point.push_back({i, j});
    for (int j = 0; j < static_cast<int>(mesh.planes.size()); ++j)
      if (!surface.is_fixed(i)) all.point_plane.push_back({i, j});
  }
  for (int i = 0; i < mesh.edges.cols(); ++i)
    for (int j = i + 1; j < mesh.edges.cols(); ++j)
      if (surface.may_touch(surface.edge(i), surface.edge(j))) all.edge_edge.push_back({i, j});
  return all;
}

inline Vec flat(const Eigen::Matrix3Xd& all) { return all.reshaped(); }

}  // namespace stiffbench::test
