#pragma once

#include "problems/meshes/mesh.hpp"

namespace stiffbench {

/// These return flat meshes round the origin in the plane y = 0, open surfaces of rings of
/// triangles: the k-th ring has k vertices in each sector, numbered from the centre outwards. The
/// vertices of the rim are the last ones. Faces are anticlockwise seen from above.

/// A disk of this radius (m) with 6 rings^2 triangles; the vertices of all rings lie on circles.
SurfaceMesh disk(int rings, double radius);
/// A regular polygon with sides rings^2 triangles, whose corners are at the distance `radius` (m)
/// from the origin, the first on the x axis. Of the vertices on the rim every rings-th is a corner,
/// from the first on.
SurfaceMesh regular_polygon(int sides, int rings, double radius);

}  // namespace stiffbench
