#pragma once

// Small scenes of bodies, obstacles, rods and points at random, and their pairs by brute force.

#include "problems/contact/broad_phase/candidates.hpp"
#include "problems/contact/surface/contact_surface.hpp"
#include "problems/meshes/ball.hpp"
#include "tests/problems/contact/pairs.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <utility>
#include <vector>

namespace stiffbench::test {

/// The behaviour of a body: it moves and may touch itself, the same with two of three vertices
/// held, it moves and does not touch itself, or it does not move.
enum class Role { soft, held, stiff, fixed };

/// Collects bodies.
class SceneBuilder {
 public:
  /// Adds a body of triangles and of edges that belong to none of them.
  SceneBuilder& add(const Eigen::Matrix3Xd& vertices, const Eigen::Matrix3Xi& triangles, Role role,
                    const Eigen::Matrix2Xi& rods = Eigen::Matrix2Xi(2, 0)) {
    const auto first = static_cast<int>(mesh_.rest.cols());
    append(mesh_.rest, vertices);
    append(mesh_.triangles, Eigen::Matrix3Xi(triangles.array() + first));
    append(mesh_.edges, edges_of(Eigen::Matrix3Xi(triangles.array() + first)));
    append(mesh_.edges, Eigen::Matrix2Xi(rods.array() + first));
    mesh_.body.resize(static_cast<std::size_t>(mesh_.rest.cols()),
                      static_cast<int>(mesh_.self_contact.size()));
    mesh_.self_contact.push_back(role == Role::soft || role == Role::held);
    for (int i = first; i < mesh_.rest.cols(); ++i) {
      weights_.emplace_back();
      if (role != Role::fixed && (role != Role::held || i % 3 == 0))
        weights_.back().push_back({i, 1.0});
    }
    return *this;
  }
  SceneBuilder& add(const SurfaceMesh& mesh, Role role, const Eigen::Vector3d& centre,
                    double radius) {
    return add((radius * mesh.vertices).colwise() + centre, mesh.faces, role);
  }
  SceneBuilder& add(const ContactPlane& plane) {
    mesh_.planes.push_back(plane);
    return *this;
  }
  ContactSurface build() const { return {mesh_, weights_}; }

 private:
  template <class Matrix>
  static void append(Matrix& all, const Matrix& more) {
    Matrix joined(all.rows(), all.cols() + more.cols());
    joined << all, more;
    all = joined;
  }
  ContactMesh mesh_{Eigen::Matrix3Xd(3, 0), Eigen::Matrix2Xi(2, 0), Eigen::Matrix3Xi(3, 0), {}, {}};
  std::vector<std::vector<VertexWeight>> weights_;
};

/// A square with corners (-half, y, -half) and (half, y, half), of two triangles.
inline void add_floor(SceneBuilder& scene, double y, double half) {
  Eigen::Matrix3Xd corners(3, 4);
  corners << -half, half, half, -half, y, y, y, y, -half, -half, half, half;
  Eigen::Matrix3Xi triangles(3, 2);
  triangles << 0, 0, 2, 3, 1, 2;
  scene.add(corners, triangles, Role::fixed);
}

/// Positions at random around these, at most `size` away along each axis; fixed vertices stay.
inline Eigen::Matrix3Xd moved(const ContactSurface& surface, Eigen::Matrix3Xd x, double size,
                              RandomPairs& random) {
  for (int i = 0; i < x.cols(); ++i)
    for (int k = 0; k < 3 && !surface.is_fixed(i); ++k) x(k, i) += random.uniform(-size, size);
  return x;
}

/// Balls, one of them fixed, rods, points, triangles between any vertices, a large floor and planes
/// in a cube of this edge.
inline ContactSurface random_scene(double edge, RandomPairs& random) {
  SceneBuilder scene;
  const auto anywhere = [&] { return Eigen::Vector3d(edge / 2 * random.anywhere<1>()); };
  scene.add(geodesic_sphere(2), Role::soft, anywhere(), random.uniform(0.2, 1))
      .add(geodesic_sphere(1), Role::stiff, anywhere(), random.uniform(0.2, 2))
      .add(geodesic_sphere(1), Role::fixed, anywhere(), random.uniform(0.2, 1));
  Eigen::Matrix3Xd x(3, 24);
  Eigen::Matrix2Xi rods(2, 9);
  for (int i = 0; i < x.cols(); ++i) x.col(i) = anywhere();
  for (int i = 0; i < rods.cols(); ++i) rods.col(i) << i, i + 1;
  const Eigen::Matrix3Xi none(3, 0);
  scene.add(x.leftCols(10), none, Role::held, rods);         // a rod
  scene.add(x.middleCols(3, 7), none, Role::soft);           // points
  scene.add(x.middleCols(10, 4).eval(), none, Role::fixed);  // points that do not move
  Eigen::Matrix3Xi soup(3, 12);
  for (int i = 0; i < soup.cols(); ++i)
    soup.col(i) << i % 5, 5 + static_cast<int>(random.uniform(0, 5)),
        10 + static_cast<int>(random.uniform(0, 10));
  scene.add(x.leftCols(24).eval() * 0.6, soup, Role::held);  // some of its vertices are points
  add_floor(scene, -edge / 2, 40 * edge);
  scene.add({Eigen::Vector3d::UnitY(), -0.4 * edge});
  scene.add({Eigen::Vector3d(0.6, 0, -0.8), -0.3 * edge});
  return scene.build();
}

/// Boxes of primitives that move.
class MovingBoxes {
 public:
  MovingBoxes(const ContactSurface& surface, Eigen::Matrix3Xd x0, Eigen::Matrix3Xd x1)
      : surface_(surface), x0_(std::move(x0)), x1_(std::move(x1)) {
    for (int body = -1; body < std::ssize(surface.mesh().self_contact); ++body)
      frames_.push_back(mean_motion(body));
  }
  /// True if the boxes come within reach: relative to the mean motion of the body if both are of
  /// one, else to that of all.
  template <std::size_t n, std::size_t m>
  bool near(const std::array<int, n>& a, const std::array<int, m>& b, double reach) const {
    const int body = body_of(a[0]);
    const Eigen::Vector3d frame =
        frames_[body == body_of(b[0]) ? static_cast<std::size_t>(body) + 1 : 0];
    const auto [a_low, a_high] = box(a, frame);
    const auto [b_low, b_high] = box(b, frame);
    return (a_low - b_high).maxCoeff() <= reach && (b_low - a_high).maxCoeff() <= reach;
  }

 private:
  int body_of(int vertex) const { return surface_.mesh().body[static_cast<std::size_t>(vertex)]; }
  /// The mean motion of a body, or of everything that moves; 0 where that makes motions shorter.
  Eigen::Vector3d mean_motion(int body) const {
    std::vector<int> vertices;
    for (int i = 0; i < x0_.cols(); ++i)
      if (body < 0 ? !surface_.is_fixed(i) : body_of(i) == body) vertices.push_back(i);
    if (vertices.empty()) return Eigen::Vector3d::Zero();
    const Eigen::Matrix3Xd motions = (x1_ - x0_)(Eigen::all, vertices);
    const Eigen::Vector3d mean = motions.rowwise().mean();
    const double relative = (motions.colwise() - mean).lpNorm<1>();
    return relative < motions.lpNorm<1>() ? mean : Eigen::Vector3d::Zero();
  }
  template <std::size_t n>
  std::pair<Eigen::Vector3d, Eigen::Vector3d> box(const std::array<int, n>& vertices,
                                                  const Eigen::Vector3d& frame) const {
    Eigen::Vector3d low = x0_.col(vertices[0]), high = low;
    for (const int i : vertices)
      for (const Eigen::Vector3d& at :
           {Eigen::Vector3d(x0_.col(i)), Eigen::Vector3d(x1_.col(i) - frame)}) {
        low = low.cwiseMin(at);
        high = high.cwiseMax(at);
      }
    return {low, high};
  }
  const ContactSurface& surface_;
  Eigen::Matrix3Xd x0_, x1_;
  std::vector<Eigen::Vector3d> frames_;  // of everything first
};

/// Calls visit(list, i, j, vertices of i, vertices of j) for all pairs that may touch, in
/// increasing order; `list` is that of `lists` to which they belong.
template <class Visit>
void each_pair_by_force(const ContactSurface& surface, Candidates& lists, const Visit& visit) {
  const ContactMesh& mesh = surface.mesh();
  const auto visit_if = [&](auto& list, int i, int j, const auto& a, const auto& b) {
    if (surface.may_touch(a, b)) visit(list, i, j, a, b);
  };
  for (int i = 0; i < surface.vertices(); ++i) {
    const auto vertex = ContactSurface::vertex(i);
    for (int j = 0; j < mesh.triangles.cols(); ++j)
      visit_if(lists.point_triangle, i, j, vertex, surface.triangle(j));
    for (int j = 0; j < mesh.edges.cols(); ++j)
      if (!surface.in_triangle(j)) visit_if(lists.point_edge, i, j, vertex, surface.edge(j));
    for (int j = i + 1; j < surface.vertices(); ++j)
      if (!surface.in_edge(i) && !surface.in_edge(j))
        visit_if(lists.point_point, i, j, vertex, ContactSurface::vertex(j));
  }
  for (int i = 0; i < mesh.edges.cols(); ++i)
    for (int j = i + 1; j < mesh.edges.cols(); ++j)
      visit_if(lists.edge_edge, i, j, surface.edge(i), surface.edge(j));
}

/// The vertices of both primitives, in the order of distances.
template <std::size_t n, std::size_t m>
Points<static_cast<int>(n + m)> join(const Eigen::Matrix3Xd& x, const std::array<int, n>& a,
                                     const std::array<int, m>& b) {
  Points<static_cast<int>(n + m)> points;
  for (std::size_t i = 0; i < n + m; ++i)
    points.col(static_cast<int>(i)) = x.col(i < n ? a[i] : b[i - n]);
  return points;
}

/// The distance of two primitives, by brute force (m).
template <std::size_t n, std::size_t m>
double distance(const Eigen::Matrix3Xd& x, const std::array<int, n>& a,
                const std::array<int, m>& b) {
  Points<4> points = Points<4>::Zero();
  points.leftCols<n + m>() = join(x, a, b);
  return std::sqrt(
      brute_force(in_precision<double>(points), {static_cast<int>(n), static_cast<int>(m)})
          .squared);
}

/// All pairs whose boxes come within reach, by brute force.
inline Candidates candidates_by_force(const ContactSurface& surface, const Eigen::Matrix3Xd& x0,
                                      const Eigen::Matrix3Xd& x1, double reach) {
  Candidates all;
  const MovingBoxes boxes(surface, x0, x1);
  each_pair_by_force(surface, all, [&](auto& list, int i, int j, const auto& a, const auto& b) {
    if (boxes.near(a, b, reach)) list.push_back({i, j});
  });
  for (int i = 0; i < surface.vertices(); ++i)
    for (int k = 0; k < std::ssize(surface.mesh().planes); ++k) {
      const auto& [normal, offset] = surface.mesh().planes[static_cast<std::size_t>(k)];
      if (!surface.is_fixed(i) &&
          std::min(normal.dot(x0.col(i)), normal.dot(x1.col(i))) - offset <= reach)
        all.point_plane.push_back({i, k});
    }
  return all;
}

}  // namespace stiffbench::test
