#pragma once

#include "problems/meshes/mesh.hpp"

namespace stiffbench {

/// The number of changes of the collapse's result so far: part of the name under which meshes are
/// cached.
inline constexpr int quadric_collapse_version = 1;

/// Simplifies a closed surface to `vertices` vertices by quadric-error edge collapse (M. Garland,
/// P. Heckbert, SIGGRAPH 1997, DOI 10.1145/258734.258849). A collapse must keep the topology (link
/// condition) and turn no normal by 60 degrees or more. Deterministic: equal costs go by index.
/// Errors: an invalid surface, a target out of [4, present count], or no collapse left before it.
SurfaceMesh quadric_collapse(const SurfaceMesh& mesh, int vertices);

}  // namespace stiffbench
