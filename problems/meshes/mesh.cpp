#include "problems/meshes/mesh.hpp"

#include "base/error.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <string>

namespace stiffbench {
namespace {

using Edge = std::array<int, 2>;
using Eigen::Index;

template <class Vertices, class Elements>
void validate_indices(const Vertices& vertices, const Elements& elements, const std::string& kind) {
  if (!vertices.allFinite())
    throw Error("mesh vertices are finite points", "a NaN or infinity", "repair the mesh file");
  std::vector<bool> used(static_cast<std::size_t>(vertices.cols()), false);
  for (Index e = 0; e < elements.cols(); ++e) {
    for (Index i = 0; i < elements.rows(); ++i) {
      const int vertex = elements(i, e);
      const auto where = [&] {
        return fmt::format("vertex {} in {} {} (of {} vertices)", vertex, kind, e, vertices.cols());
      };
      if (vertex < 0 || vertex >= vertices.cols())
        throw Error("mesh indices name vertices", where(), "repair the mesh file");
      for (Index j = 0; j < i; ++j)
        if (elements(j, e) == vertex)
          throw Error("a " + kind + " has distinct vertices", where() + " twice",
                      "repair the mesh file");
      used[static_cast<std::size_t>(vertex)] = true;
    }
  }
  const auto unused = std::find(used.begin(), used.end(), false);
  if (unused != used.end())
    throw Error("every mesh vertex belongs to a " + kind,
                fmt::format("vertex {} in none", unused - used.begin()), "repair the mesh file");
}

template <class Elements>
std::vector<Edge> sorted_edges(const Elements& elements) {
  std::vector<Edge> edges;
  for (Index e = 0; e < elements.cols(); ++e)
    for (Index i = 0; i < elements.rows(); ++i)
      for (Index j = 0; j < i; ++j)
        edges.push_back(
            {std::min(elements(i, e), elements(j, e)), std::max(elements(i, e), elements(j, e))});
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

Eigen::Matrix2Xi columns(const std::vector<Edge>& edges) {
  return Eigen::Map<const Eigen::Matrix2Xi>(edges.data()->data(), 2,
                                            static_cast<Index>(edges.size()));
}

template <class Matrix>
auto values(const Matrix& matrix) {
  return std::span(matrix.data(), static_cast<std::size_t>(matrix.size()));
}

}  // namespace

void validate(const SurfaceMesh& mesh) {
  validate_indices(mesh.vertices, mesh.faces, "face");
  std::vector<Edge> directed;
  for (Index f = 0; f < mesh.faces.cols(); ++f)
    for (Index i = 0; i < 3; ++i)
      directed.push_back({mesh.faces(i, f), mesh.faces((i + 1) % 3, f)});
  std::sort(directed.begin(), directed.end());
  for (std::size_t i = 0; i < directed.size(); ++i) {
    const auto [a, b] = directed[i];
    const bool repeated = i > 0 && directed[i - 1] == directed[i];
    if (repeated || !std::binary_search(directed.begin(), directed.end(), Edge{b, a}))
      throw Error(
          "a surface is closed and oriented: two faces meet in every edge, in opposite turn",
          fmt::format("edge {}-{}", a, b), "repair the mesh file");
  }
}

void validate(const TetMesh& mesh) {
  validate_indices(mesh.vertices, mesh.tets, "tetrahedron");
  for (Index t = 0; t < mesh.tets.cols(); ++t)
    if (!(tet_volume(mesh, t) > 0))
      throw Error("tetrahedra have positive volume",
                  fmt::format("tetrahedron {} with {}", t, tet_volume(mesh, t)), "repair the mesh");
}

std::vector<Edge> unique_edges(const SurfaceMesh& mesh) { return sorted_edges(mesh.faces); }
std::vector<Edge> unique_edges(const TetMesh& mesh) { return sorted_edges(mesh.tets); }
Eigen::Matrix2Xi edge_columns(const TetMesh& mesh) { return columns(sorted_edges(mesh.tets)); }
Eigen::Matrix2Xi joined_pairs(const HexMesh& mesh) { return columns(sorted_edges(mesh.hexes)); }

Eigen::Matrix3Xi surface_faces(const TetMesh& mesh) {
  constexpr int faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  struct Face {
    std::array<int, 3> sorted;
    Eigen::Vector3i corners;
  };
  std::vector<Face> all;
  all.reserve(4 * static_cast<std::size_t>(mesh.tets.cols()));
  for (const auto& tet : mesh.tets.colwise())
    for (const auto& [a, b, c] : faces) {
      all.push_back({{tet[a], tet[b], tet[c]}, {tet[a], tet[b], tet[c]}});
      std::ranges::sort(all.back().sorted);
    }
  std::ranges::sort(all, {}, &Face::sorted);
  // A face between two tetrahedra stands beside its double.
  std::vector<Eigen::Vector3i> surface;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i + 1 < all.size() && all[i].sorted == all[i + 1].sorted)
      ++i;
    else
      surface.push_back(all[i].corners);
  return Eigen::Map<const Eigen::Matrix3Xi>(surface.data()->data(), 3,
                                            static_cast<Index>(surface.size()));
}

long euler_characteristic(const SurfaceMesh& mesh) {
  return mesh.vertices.cols() - static_cast<long>(unique_edges(mesh).size()) + mesh.faces.cols();
}

double volume(const SurfaceMesh& mesh) {
  double sum = 0;
  for (Index f = 0; f < mesh.faces.cols(); ++f) {
    const auto corner = [&](Index i) -> Eigen::Vector3d {
      return mesh.vertices.col(mesh.faces(i, f));
    };
    sum += corner(0).dot(corner(1).cross(corner(2))) / 6;
  }
  return sum;
}

double volume(const TetMesh& mesh) {
  double sum = 0;
  for (Index t = 0; t < mesh.tets.cols(); ++t) sum += tet_volume(mesh, t);
  return sum;
}

double tet_volume(const TetMesh& mesh, Index tet) {
  const Eigen::Vector3d origin = mesh.vertices.col(mesh.tets(0, tet));
  const auto side = [&](Index i) -> Eigen::Vector3d {
    return mesh.vertices.col(mesh.tets(i, tet)) - origin;
  };
  return side(1).cross(side(2)).dot(side(3)) / 6;
}

Quality quality(const TetMesh& mesh) {
  Quality least{180, std::numeric_limits<double>::infinity()};
  for (Index t = 0; t < mesh.tets.cols(); ++t) {
    least.least_volume = std::min(least.least_volume, tet_volume(mesh, t));
    const Eigen::Matrix<double, 3, 4> X = mesh.vertices(Eigen::all, mesh.tets.col(t));
    Eigen::Matrix<double, 3, 4> inward;  // unit normals of the faces, each opposite a corner
    for (int i = 0; i < 4; ++i) {
      const Eigen::Vector3d a = X.col((i + 1) % 4), b = X.col((i + 2) % 4), c = X.col((i + 3) % 4);
      const Eigen::Vector3d normal = (b - a).cross(c - a).normalized();
      inward.col(i) = normal.dot(X.col(i) - a) > 0 ? normal : Eigen::Vector3d(-normal);
    }
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j) {
        const double angle = std::acos(std::clamp(-inward.col(i).dot(inward.col(j)), -1., 1.));
        least.least_dihedral_angle =
            std::min(least.least_dihedral_angle, angle * 180 / std::numbers::pi);
      }
  }
  return least;
}

Hasher& update(Hasher& hasher, const SurfaceMesh& mesh) {
  return hasher.update(values(mesh.vertices)).update(values(mesh.faces));
}

Hasher& update(Hasher& hasher, const TetMesh& mesh) {
  return hasher.update(values(mesh.vertices)).update(values(mesh.tets));
}

Hasher& update(Hasher& hasher, const HexMesh& mesh) {
  return hasher.update(values(mesh.vertices)).update(values(mesh.hexes));
}

}  // namespace stiffbench
