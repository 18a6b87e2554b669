#pragma once

#include "problems/meshes/mesh.hpp"

namespace stiffbench {

/// The geodesic sphere of radius 1 round 0: an icosahedron, two of whose edges are parallel to each
/// axis, each face divided into frequency^2 triangles, all vertices on the sphere. It has
/// 10 frequency^2 + 2 vertices.
SurfaceMesh geodesic_sphere(int frequency);

/// The geodesic sphere filled with tetrahedra by TetGen, of this radius (m). The vertices of its
/// surface come first. TetGen's bound on the volume shrinks with the faces; at frequency 4 it
/// leaves 371 vertices and 1746 tetrahedra.
TetMesh ball_mesh(int frequency, double radius);

}  // namespace stiffbench
