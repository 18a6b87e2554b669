#pragma once

#include "problems/meshes/mesh.hpp"

#include <filesystem>

namespace stiffbench {

/// The file index.js of the npm package `bunny`: in $STIFFBENCH_MESHES/bunny if that is set, else
/// in node_modules/bunny of the source tree or of the installation. Error when it is not there.
std::filesystem::path npm_bunny_file();

/// The Stanford bunny (Stanford 3D scanning repository) as simplified in the npm package `bunny`
/// 1.0.1 (public domain): closed, 1839 vertices, 3674 faces, y up, about 10 units high.
/// Errors: the file is missing, is not that package's, or has other counts.
SurfaceMesh read_npm_bunny();
SurfaceMesh read_npm_bunny(const std::filesystem::path& index_js);

}  // namespace stiffbench
