#include "problems/meshes/models/npm_file.hpp"

#include "base/error.hpp"
#include "base/paths.hpp"

#include <cstdlib>

namespace stiffbench {

namespace fs = std::filesystem;

const std::string npm_remedy = "run ./bootstrap (or npm ci --ignore-scripts in the source tree)";

fs::path npm_file(const std::string& name) {
  const char* own = std::getenv("STIFFBENCH_MESHES");
  if (!own || !*own) return data_path("node_modules/" + name);
  const fs::path file = fs::path(own) / name;
  if (!fs::is_regular_file(file))
    throw Error("STIFFBENCH_MESHES names the folder that holds " + name, "no file " + file.string(),
                "unset it and " + npm_remedy);
  return file;
}

}  // namespace stiffbench
