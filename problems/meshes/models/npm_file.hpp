#pragma once

#include <filesystem>
#include <string>

namespace stiffbench {

/// Advice for a file of an npm package that is missing or not the expected one.
extern const std::string npm_remedy;

/// Returns the path of a file of an npm package, such as "bunny/index.js": in $STIFFBENCH_MESHES if
/// that is set, else in node_modules of the source tree or of the installation. Throws Error if the
/// file is not there.
std::filesystem::path npm_file(const std::string& name);

}  // namespace stiffbench
