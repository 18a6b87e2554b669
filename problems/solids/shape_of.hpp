#pragma once

#include "problems/meshes/mesh.hpp"
#include "problems/solids/shapes/hexahedron.hpp"
#include "problems/solids/shapes/tetrahedron.hpp"

namespace stiffbench {

/// These return the shape of a mesh's elements, and their vertices, one column per element.
inline Tetrahedron shape_of(const TetMesh&) { return {}; }
inline Hexahedron shape_of(const HexMesh&) { return {}; }
inline const auto& elements_of(const TetMesh& mesh) { return mesh.tets; }
inline const auto& elements_of(const HexMesh& mesh) { return mesh.hexes; }

}  // namespace stiffbench
