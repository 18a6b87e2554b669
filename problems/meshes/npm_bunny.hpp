#pragma once

#include "problems/meshes/mesh.hpp"

#include <filesystem>
#include <vector>

namespace stiffbench {

/// Where the npm package `bunny` is looked for, in this order: $STIFFBENCH_MESHES, the source
/// tree's node_modules, the installed share folder.
std::vector<std::filesystem::path> npm_bunny_places();

/// The Stanford bunny (Stanford 3D scanning repository) as simplified in the npm package `bunny`
/// 1.0.1 (public domain): closed, 1839 vertices, 3674 faces, y up, about 10 units high.
/// Errors: the file is in none of the places, is not that package's, or has other counts.
SurfaceMesh read_npm_bunny();
SurfaceMesh read_npm_bunny(const std::filesystem::path& index_js);

}  // namespace stiffbench
