#include "benchmarks/contact/scenes.hpp"

#include "problems/meshes/ball.hpp"
#include "problems/meshes/grid.hpp"

#include <random>
#include <utility>

namespace stiffbench {
namespace {

class Builder {
 public:
  Builder() {
    mesh.rest.resize(3, 0);
    mesh.edges.resize(2, 0);
    mesh.triangles.resize(3, 0);
  }
  /// Adds a body, which may touch itself if it moves.
  void add(const Eigen::Matrix3Xd& vertices, const Eigen::Matrix3Xi& triangles, bool moves) {
    const auto first = static_cast<int>(mesh.rest.cols());
    append(mesh.rest, vertices);
    append(mesh.triangles, Eigen::Matrix3Xi(triangles.array() + first));
    mesh.body.resize(static_cast<std::size_t>(mesh.rest.cols()),
                     static_cast<int>(mesh.self_contact.size()));
    mesh.self_contact.push_back(moves);
    for (int i = first; i < mesh.rest.cols(); ++i) {
      weights_.emplace_back();
      if (moves) weights_.back().push_back({i, 1.0});
    }
  }
  /// Returns the scene with a fall by this distance and a random motion (m).
  ContactScene scene(const std::string& name, double fall, double noise) {
    mesh.edges = edges_of(mesh.triangles);
    ContactSurface surface(mesh, weights_);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> part(-noise, noise);
    Eigen::Matrix3Xd end = mesh.rest;
    for (int i = 0; i < end.cols(); ++i) {
      if (surface.is_fixed(i)) continue;
      for (auto& coordinate : end.col(i)) coordinate += part(random);
      end(1, i) -= fall;
    }
    return {name, std::move(surface), mesh.rest, end};
  }

  ContactMesh mesh;

 private:
  template <class Matrix>
  static void append(Matrix& all, const Matrix& more) {
    Matrix joined(all.rows(), all.cols() + more.cols());
    joined << all, more;
    all = joined;
  }
  std::vector<std::vector<VertexWeight>> weights_;
};

/// The surface of a mesh of tetrahedra, without the vertices inside.
SurfaceMesh surface_of(const TetMesh& mesh) {
  SurfaceMesh surface{Eigen::Matrix3Xd(3, mesh.vertices.cols()), surface_faces(mesh)};
  std::vector<int> number(static_cast<std::size_t>(mesh.vertices.cols()), -1);
  int count = 0;
  for (int& vertex : surface.faces.reshaped()) {
    int& place = number[static_cast<std::size_t>(vertex)];
    if (place < 0) {
      place = count++;
      surface.vertices.col(place) = mesh.vertices.col(vertex);
    }
    vertex = place;
  }
  surface.vertices.conservativeResize(3, count);
  return surface;
}

SurfaceMesh cuboid(const Eigen::Vector3d& low, const Eigen::Vector3d& size, int cells) {
  const std::array<int, 3> all{cells, cells, cells};
  return surface_of(kuhn_mesh(grid_vertices({all, size, low}), all));
}

}  // namespace

ContactScene two_spheres(int frequency) {
  const SurfaceMesh sphere = geodesic_sphere(frequency);
  const double gap = 0.1 / frequency;
  Builder builder;
  builder.add(sphere.vertices, sphere.faces, true);
  builder.add(sphere.vertices.colwise() + Eigen::Vector3d(0, 2 + gap, 0), sphere.faces, true);
  Eigen::Matrix3Xd corners(3, 4);
  corners << -50, 50, 50, -50, -1 - gap, -1 - gap, -1 - gap, -1 - gap, -50, -50, 50, 50;
  Eigen::Matrix3Xi floor(3, 2);
  floor << 0, 0, 2, 3, 1, 2;
  builder.add(corners, floor, false);
  return builder.scene(std::to_string(2 * sphere.faces.cols()) + " triangles", gap, gap / 2);
}

ContactScene dice() {
  constexpr double side = 0.05, gap = 5e-4;
  Builder builder;
  for (int i = 0; i < 8; ++i) {
    const Eigen::Vector3d low =
        (side + gap) * Eigen::Vector3d(i % 2, i / 4, i / 2 % 2) + Eigen::Vector3d(0, gap, 0);
    const SurfaceMesh die = cuboid(low, Eigen::Vector3d::Constant(side), 8);
    builder.add(die.vertices, die.faces, true);
  }
  builder.mesh.planes.push_back({Eigen::Vector3d::UnitY(), 0});
  return builder.scene("eight dice", 1e-3, 1e-4);
}

ContactScene stairs() {
  constexpr double radius = 0.125, gap = 5e-4, step = 0.1;
  Builder builder;
  const SurfaceMesh ball = geodesic_sphere(15);  // 4500 triangles
  builder.add((radius * ball.vertices).colwise() + Eigen::Vector3d(0, radius + gap, 0), ball.faces,
              true);
  for (int i = 0; i < 5; ++i) {
    const SurfaceMesh cuboid_of_step =
        cuboid({(i - 0.5) * step, -1 - i * step, -0.5}, {step, 1, 1}, 1);
    builder.add(cuboid_of_step.vertices, cuboid_of_step.faces, false);
  }
  return builder.scene("ball on stairs", 1e-3, 1e-4);
}

}  // namespace stiffbench
