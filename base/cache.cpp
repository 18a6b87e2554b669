#include "base/cache.hpp"

#include "base/error.hpp"

#include <cstdlib>

namespace stiffbench {

namespace fs = std::filesystem;

fs::path cache_directory() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value ? value : "");
  };
  if (const auto own = variable("STIFFBENCH_CACHE"); !own.empty()) return own;
  if (const auto xdg = variable("XDG_CACHE_HOME"); !xdg.empty()) return xdg / "stiffbench";
  if (const auto home = variable("HOME"); !home.empty()) return home / ".cache" / "stiffbench";
  throw Error("a folder for generated meshes and references is needed",
              "none of STIFFBENCH_CACHE, XDG_CACHE_HOME, HOME set",
              "set STIFFBENCH_CACHE to a folder that can be written");
}

}  // namespace stiffbench
