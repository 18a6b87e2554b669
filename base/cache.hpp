#pragma once

#include <filesystem>

namespace stiffbench {

/// Returns the folder of generated meshes and references: $STIFFBENCH_CACHE, else
/// $XDG_CACHE_HOME/stiffbench, else $HOME/.cache/stiffbench. The folder need not exist. Throws an
/// Error if none of the three variables is set.
std::filesystem::path cache_directory();

}  // namespace stiffbench
