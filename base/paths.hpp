#pragma once

#include <filesystem>
#include <string>

namespace stiffbench {

/// A file or folder that comes with stiffbench, named relative to the repository's root
/// ("results/schema/record.schema.json"): from the source tree of a build, else from
/// PREFIX/share/stiffbench of an installation. A file that is in neither is an Error, which names
/// both places.
std::filesystem::path data_path(const std::string& relative);

}  // namespace stiffbench
