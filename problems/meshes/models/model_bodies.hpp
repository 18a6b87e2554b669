#pragma once

#include "problems/meshes/mesh.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// The models that are bodies of problems, and their sizes.
inline const std::vector<std::string> model_names{"bunny", "dragon"};
inline const std::vector<std::string> model_sizes{"automatic", "30", "300",   "1k",    "1800",
                                                  "4k",        "8k", "12000", "28000", "full"};
inline constexpr const char* model_sizes_doc =
    "vertices, roughly: 30 300 1k 4k 8k of the bunny, the others of the dragon; "
    "automatic: a coarse mesh";

/// Returns the bunny or the dragon. Throws the Errors of bunny_mesh() and dragon_mesh().
TetMesh model_mesh(const std::string& name, const std::string& size);

/// A model that hangs by its back.
struct HungModel {
  TetMesh mesh;            ///< upright, its lowest vertex at y = 0
  std::vector<bool> free;  ///< of each vertex: all but a twentieth
};
/// Returns the model with this height (m). Fixed is the twentieth of the vertices that is nearest
/// to a point of the back: on the hump behind the head of the dragon, above the hind legs of the
/// bunny.
HungModel hung_model(const std::string& name, const std::string& size, double height);

}  // namespace stiffbench
