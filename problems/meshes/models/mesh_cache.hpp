#pragma once

#include "problems/meshes/mesh.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace stiffbench {

/// The mesh of a model at one size, as a recipe makes it.
struct CachedMesh {
  std::string name;    ///< of the model and its size, without spaces: the beginning of the file's
  std::string inputs;  ///< hash of everything that goes into the mesh but TetGen
  int vertices, tets;  ///< the counts of the result
  std::function<TetMesh()> make;  ///< makes it by TetGen
};

/// The tetrahedra of a model, from an undamaged file in cache_directory()/meshes or made and stored
/// there; a damaged file is reported on stderr. The file's name has the hash of the inputs, the
/// program TetGen among them. Errors: other counts than the recipe's, no TetGen, a cache that
/// cannot be written; what `make` throws passes through.
TetMesh cached_mesh(const CachedMesh& recipe);

/// The bytes of a file.
std::string file_contents(const std::filesystem::path& path);

}  // namespace stiffbench
