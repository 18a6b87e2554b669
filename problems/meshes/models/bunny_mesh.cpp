#include "problems/meshes/models/bunny_mesh.hpp"

#include "base/error.hpp"
#include "problems/meshes/models/mesh_cache.hpp"
#include "problems/meshes/models/npm_bunny.hpp"
#include "problems/meshes/quadric_collapse.hpp"
#include "problems/meshes/tetgen.hpp"

namespace stiffbench {
namespace {

const BunnyRecipe& find_bunny_recipe(const std::string& size) {
  std::string sizes;
  for (const BunnyRecipe& recipe : bunny_recipes()) {
    if (recipe.size == size) return recipe;
    sizes += (sizes.empty() ? "" : ", ") + recipe.size;
  }
  throw Error("the bunny comes in sizes", size, "choose one of " + sizes);
}

}  // namespace

const std::vector<BunnyRecipe>& bunny_recipes() {
  static const std::vector<BunnyRecipe> recipes = {
      {"30", 30, "-pq1.414Ya10", 30, 53},         {"300", 220, "-pq1.414Ya0.3", 308, 1143},
      {"1k", 600, "-pq1.414Ya0.095", 1016, 4412}, {"2500", 0, "-pYYq1.4", 2545, 9695},
      {"4k", 0, "-pq1.414Ya0.02", 4063, 19661},   {"8k", 0, "-pq1.414Ya0.0073", 8031, 45280},
  };
  return recipes;
}

TetMesh bunny_mesh(const std::string& size) {
  const BunnyRecipe& recipe = find_bunny_recipe(size);
  const SurfaceMesh package = read_npm_bunny();
  Hasher inputs;
  update(inputs, package)
      .update(recipe.surface_vertices)
      .update(quadric_collapse_version)
      .update(recipe.switches);
  const auto make = [&] {
    const bool collapse = recipe.surface_vertices > 0;
    return tetrahedralize(collapse ? quadric_collapse(package, recipe.surface_vertices) : package,
                          recipe.switches);
  };
  return cached_mesh({"bunny_" + size, inputs.hex(), recipe.vertices, recipe.tets, make});
}

}  // namespace stiffbench
