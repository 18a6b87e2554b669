#pragma once

#include "problems/meshes/mesh.hpp"

namespace stiffbench {

/// Returns the geodesic sphere of radius 1 round the origin: an icosahedron with two edges parallel
/// to each axis, each face divided into frequency^2 triangles, all vertices on the sphere. It has
/// 10 frequency^2 + 2 vertices.
SurfaceMesh geodesic_sphere(int frequency);

/// Returns the geodesic sphere of this radius (m), filled with tetrahedra by TetGen. The vertices
/// of its surface come first. TetGen's bound on the volume shrinks with the faces; frequency 4
/// gives 371 vertices and 1746 tetrahedra.
TetMesh ball_mesh(int frequency, double radius);

}  // namespace stiffbench
