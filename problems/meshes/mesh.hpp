#pragma once

#include "base/hash.hpp"

#include <Eigen/Core>

#include <array>
#include <vector>

namespace stiffbench {

/// Closed triangle surface: each column is a vertex (mesh units) or a face (three vertex indices,
/// anticlockwise seen from outside).
struct SurfaceMesh {
  Eigen::Matrix<double, 3, Eigen::Dynamic> vertices;
  Eigen::Matrix<int, 3, Eigen::Dynamic> faces;
};

/// Tetrahedral mesh: each column is a vertex or a tetrahedron of positive volume (four indices).
struct TetMesh {
  Eigen::Matrix<double, 3, Eigen::Dynamic> vertices;
  Eigen::Matrix<int, 4, Eigen::Dynamic> tets;
};

/// Hexahedral mesh: each column is a vertex or a hexahedron of eight indices. Index n of a
/// hexahedron is at the upper end of the first, second and third direction if the bits 4, 2 and 1
/// of n, respectively, are set.
struct HexMesh {
  Eigen::Matrix<double, 3, Eigen::Dynamic> vertices;
  Eigen::Matrix<int, 8, Eigen::Dynamic> hexes;
};

/// These throw Error unless every index is in range, no element repeats a vertex, and every vertex
/// is used and finite. A surface must also be closed and oriented (every directed edge once, its
/// opposite once); every tetrahedron must have a positive volume.
void validate(const SurfaceMesh& mesh);
void validate(const TetMesh& mesh);

/// Returns every edge of a mesh once, as (low, high), in increasing order.
std::vector<std::array<int, 2>> unique_edges(const SurfaceMesh& mesh);
std::vector<std::array<int, 2>> unique_edges(const TetMesh& mesh);
/// Returns the unique edges of a tetrahedral mesh, one per column.
Eigen::Matrix2Xi edge_columns(const TetMesh& mesh);
/// Returns every pair of vertices that a hexahedron joins, one per column.
Eigen::Matrix2Xi joined_pairs(const HexMesh& mesh);

/// Returns the faces that belong to one tetrahedron only, anticlockwise seen from outside.
Eigen::Matrix3Xi surface_faces(const TetMesh& mesh);

/// Returns vertices - edges + faces: 2 for a sphere, 0 for a torus.
long euler_characteristic(const SurfaceMesh& mesh);

/// Returns the volume inside a closed surface, or of all tetrahedra.
double volume(const SurfaceMesh& mesh);
double volume(const TetMesh& mesh);
/// Returns the signed volume of one tetrahedron.
double tet_volume(const TetMesh& mesh, Eigen::Index tet);

/// The smallest dihedral angle of all tetrahedra (degrees) and the smallest volume of one: thin and
/// small elements make a mesh stiff.
struct Quality {
  double least_dihedral_angle, least_volume;
};
Quality quality(const TetMesh& mesh);

/// Adds the vertices and elements of a mesh to a hash.
Hasher& update(Hasher& hasher, const SurfaceMesh& mesh);
Hasher& update(Hasher& hasher, const TetMesh& mesh);
Hasher& update(Hasher& hasher, const HexMesh& mesh);

}  // namespace stiffbench
