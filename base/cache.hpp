#pragma once

#include <filesystem>

namespace stiffbench {

/// The folder of generated meshes and references: $STIFFBENCH_CACHE, else
/// $XDG_CACHE_HOME/stiffbench, else $HOME/.cache/stiffbench. The folder need not exist yet. An
/// unset environment is an Error.
std::filesystem::path cache_directory();

}  // namespace stiffbench
