#pragma once

#include <filesystem>
#include <string>

namespace stiffbench {

/// What to do where a file of an npm package is missing or another one.
extern const std::string npm_remedy;

/// A file of an npm package, such as "bunny/index.js": in $STIFFBENCH_MESHES if that is set, else
/// in node_modules of the source tree or of the installation. Error when it is not there.
std::filesystem::path npm_file(const std::string& name);

}  // namespace stiffbench
