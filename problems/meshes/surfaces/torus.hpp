#pragma once

#include "problems/meshes/mesh.hpp"

namespace stiffbench {

/// Returns a torus round the y axis through the origin: a tube round a circle of this radius (m)
/// in the plane y = 0. `along` and `around`: quadrilaterals, split in two, along the circle and
/// around the tube, 3 or more. Its vertices lie on the torus.
SurfaceMesh torus(int along, int around, double radius, double tube);

}  // namespace stiffbench
