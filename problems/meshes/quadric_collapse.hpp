#pragma once

#include "problems/meshes/mesh.hpp"

namespace stiffbench {

/// Version of the collapse's result; it is part of the file name of cached meshes.
inline constexpr int quadric_collapse_version = 1;

/// Simplifies a closed surface to `vertices` vertices by quadric-error edge collapse (M. Garland,
/// P. Heckbert, SIGGRAPH 1997, DOI 10.1145/258734.258849). A collapse must keep the topology (link
/// condition) and turn no normal by 60 degrees or more. The result is deterministic: the index
/// decides between equal costs. Throws Error for an invalid surface, a target outside [4, present
/// count], or if no valid collapse is left before the target.
SurfaceMesh quadric_collapse(const SurfaceMesh& mesh, int vertices);

}  // namespace stiffbench
