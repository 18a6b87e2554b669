#pragma once

#include "problems/meshes/mesh.hpp"

#include <vector>

namespace stiffbench {

/// A round wire along a helix: a square grid of points mapped to a disk in every section.
struct Coil {
  double radius = 1, pitch = 0.5,
         wire = 0.1;  ///< radius and rise in a turn of the helix, radius of the wire (m)
  double turns = 5;
  int sections = 320;  ///< cross-sections at equal angles, two of them the ends
  int grid = 5;        ///< points along an edge of the square
};

/// The tetrahedra of a coil: (u, v) in [-1, 1]^2 goes to (u sqrt(1 - v^2/2), v sqrt(1 - u^2/2)) of
/// the disk along the outward normal and the binormal of the helix (turned otherwise, the diagonals
/// lie differently and the lowest frequency is up to 2% higher), every cell between two sections to
/// six tetrahedra (H. Kuhn, DOI 10.1147/rd.45.0518) along its diagonal from the lowest to the
/// highest corner, so that neighbouring cells fit. Vertex numbers rise by section, then u, then v.
TetMesh coil_mesh(const Coil& coil = {});

}  // namespace stiffbench
