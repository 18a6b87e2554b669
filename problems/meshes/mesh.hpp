#pragma once

#include "base/hash.hpp"

#include <Eigen/Core>

#include <array>
#include <vector>

namespace stiffbench {

/// Closed triangle surface: a column is a vertex (mesh units) or a face (three vertex indices,
/// counter-clockwise seen from outside).
struct SurfaceMesh {
  Eigen::Matrix<double, 3, Eigen::Dynamic> vertices;
  Eigen::Matrix<int, 3, Eigen::Dynamic> faces;
};

/// Tetrahedral mesh: a column is a vertex or a tetrahedron of positive volume (four indices).
struct TetMesh {
  Eigen::Matrix<double, 3, Eigen::Dynamic> vertices;
  Eigen::Matrix<int, 4, Eigen::Dynamic> tets;
};

/// Hexahedral mesh: a column is a vertex or a hexahedron, whose eight indices have a vertex at the
/// upper end of the first, second and third direction where the bits 4, 2 and 1 of its row are set.
struct HexMesh {
  Eigen::Matrix<double, 3, Eigen::Dynamic> vertices;
  Eigen::Matrix<int, 8, Eigen::Dynamic> hexes;
};

/// Errors unless every index is in range, no element repeats a vertex, every vertex is used and is
/// a finite point; for a surface, unless it is closed and oriented (every directed edge once, its
/// opposite once); for tetrahedra, unless every volume is positive.
void validate(const SurfaceMesh& mesh);
void validate(const TetMesh& mesh);

/// Every edge of a mesh once, as (low, high), in rising order.
std::vector<std::array<int, 2>> unique_edges(const SurfaceMesh& mesh);
std::vector<std::array<int, 2>> unique_edges(const TetMesh& mesh);
/// The unique edges of a tetrahedral mesh, a column each.
Eigen::Matrix2Xi edge_columns(const TetMesh& mesh);
/// Every pair of vertices that a hexahedron joins, a column each.
Eigen::Matrix2Xi joined_pairs(const HexMesh& mesh);

/// The faces that belong to one tetrahedron alone, counter-clockwise seen from outside.
Eigen::Matrix3Xi surface_faces(const TetMesh& mesh);

/// Vertices - edges + faces: 2 for a sphere, 0 for a torus.
long euler_characteristic(const SurfaceMesh& mesh);

/// The volume inside a closed surface, or of all tetrahedra.
double volume(const SurfaceMesh& mesh);
double volume(const TetMesh& mesh);
/// The signed volume of one tetrahedron.
double tet_volume(const TetMesh& mesh, Eigen::Index tet);

/// The least angle between two faces of a tetrahedron (degrees), and the least volume of one: thin
/// and small elements make a mesh stiff.
struct Quality {
  double least_dihedral_angle, least_volume;
};
Quality quality(const TetMesh& mesh);

/// Adds the vertices and elements of a mesh to a hash.
Hasher& update(Hasher& hasher, const SurfaceMesh& mesh);
Hasher& update(Hasher& hasher, const TetMesh& mesh);
Hasher& update(Hasher& hasher, const HexMesh& mesh);

}  // namespace stiffbench
