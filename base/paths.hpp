#pragma once

#include <filesystem>
#include <string>

namespace stiffbench {

/// A file or folder that comes with stiffbench, named relative to the repository's root
/// ("results/schema/record.schema.json"): from the source tree of a build, else from
/// PREFIX/share/stiffbench of an installation. An Error names the places looked at.
std::filesystem::path data_path(const std::string& relative);

}  // namespace stiffbench
