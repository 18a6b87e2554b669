#pragma once

#include <filesystem>

namespace stiffbench {

/// Where generated meshes and references are kept: $STIFFBENCH_CACHE, else
/// $XDG_CACHE_HOME/stiffbench, else $HOME/.cache/stiffbench. The folder need not exist yet.
/// Error when none of the three is set.
std::filesystem::path cache_directory();

}  // namespace stiffbench
