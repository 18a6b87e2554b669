#pragma once

#include "problems/meshes/mesh.hpp"

#include <filesystem>

namespace stiffbench {

/// The Stanford bunny (Stanford 3D scanning repository) as simplified in the npm package `bunny`
/// 1.0.1 (public domain): closed, 1839 vertices, 3674 faces, y up, about 10 units high.
/// Errors: the file is missing, is not that package's, or has other counts.
SurfaceMesh read_npm_bunny();
SurfaceMesh read_npm_bunny(const std::filesystem::path& index_js);

}  // namespace stiffbench
