#pragma once

#include "problems/meshes/mesh.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace stiffbench {

/// The mesh of a model at one size, as made by a recipe.
struct CachedMesh {
  std::string name;    ///< model and size, without spaces: the beginning of the file name
  std::string inputs;  ///< hash of everything that determines the mesh, except TetGen
  int vertices, tets;  ///< the counts of the result
  std::function<TetMesh()> make;  ///< makes the mesh with TetGen
};

/// Returns the tetrahedra of a model from an undamaged file in cache_directory()/meshes, or makes
/// and stores them there; a damaged file is reported on stderr. The file name contains a hash of
/// the inputs and of the TetGen program. Throws Error for counts other than the recipe's, a missing
/// TetGen and a cache that cannot be written; exceptions of `make` pass through.
TetMesh cached_mesh(const CachedMesh& recipe);

/// Returns the bytes of a file.
std::string file_contents(const std::filesystem::path& path);

}  // namespace stiffbench
