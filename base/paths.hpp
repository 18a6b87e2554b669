#pragma once

#include <filesystem>
#include <string>

namespace stiffbench {

/// Returns the path of a file or folder that comes with stiffbench. `relative` is its path from the
/// root of the repository, for example "results/schema/record.schema.json". The file is taken from
/// the source tree that was built, or else from PREFIX/share/stiffbench of the installation; a build
/// for packages knows no source tree. Throws an Error that names both places if neither has the
/// file.
std::filesystem::path data_path(const std::string& relative);

}  // namespace stiffbench
