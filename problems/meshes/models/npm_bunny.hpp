#pragma once

#include "problems/meshes/mesh.hpp"

#include <filesystem>

namespace stiffbench {

/// Reads the Stanford bunny (Stanford 3D scanning repository) as simplified in the npm package
/// `bunny` 1.0.1 (public domain): closed, 1839 vertices, 3674 faces, y up, about 10 units high.
/// Throws Error if the file is missing, is not from that package, or has other counts.
SurfaceMesh read_npm_bunny();
SurfaceMesh read_npm_bunny(const std::filesystem::path& index_js);

}  // namespace stiffbench
