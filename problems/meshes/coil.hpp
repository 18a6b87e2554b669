#pragma once

#include "problems/meshes/mesh.hpp"

#include <vector>

namespace stiffbench {

/// A round wire along a helix: in every section, a square grid of points mapped to a disk.
struct Coil {
  double radius = 1, pitch = 0.5,
         wire = 0.1;  ///< radius of the helix, rise per turn, radius of the wire (m)
  double turns = 5;
  int sections = 320;  ///< cross-sections at equal angles, including both ends
  int grid = 5;        ///< points along an edge of the square grid
};

/// Returns the tetrahedra of a coil. A point (u, v) in [-1, 1]^2 is mapped to the point
/// (u sqrt(1 - v^2/2), v sqrt(1 - u^2/2)) of the disk, along the outward normal and the binormal of
/// the helix. Another orientation changes the diagonals and increases the lowest frequency by up to
/// 2%. Every cell between two sections is divided into six tetrahedra (H. Kuhn,
/// DOI 10.1147/rd.45.0518) along its diagonal from the lowest to the highest corner, so that
/// neighbouring cells conform. Vertices are numbered by section, then u, then v.
TetMesh coil_mesh(const Coil& coil = {});

}  // namespace stiffbench
