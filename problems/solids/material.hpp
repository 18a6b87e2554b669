#pragma once

#include "problems/solids/materials/fixed_corotated.hpp"
#include "problems/solids/materials/linear_corotated.hpp"
#include "problems/solids/materials/neo_hookean.hpp"
#include "problems/solids/materials/st_venant_kirchhoff.hpp"
#include "problems/solids/materials/stable_neo_hookean.hpp"

#include <array>
#include <cstddef>
#include <stdexcept>
#include <variant>

namespace stiffbench {

/// The materials that a user can name. A material is a small type with energy, principal stresses
/// and curvature in principal stretches.
///
/// The material lagged_corotated is linear_corotated, but integrators see its rotations as they
/// were at the start of each step (Mueller, Gross, Interactive Virtual Materials, 2004;
/// LaggedForce). In a step from R_n the stress is
///   P = R_n (2 mu sym(R_n' F - I) + lambda tr(R_n' F - I) I),
/// which is linear in F. At R_n = R it is the stress of linear_corotated.
enum class Material {
  linear_corotated,
  lagged_corotated,
  fixed_corotated,
  neo_hookean,
  stable_neo_hookean,
  st_venant_kirchhoff
};
constexpr auto names_of(Material) {
  return std::array{"linear_corotated", "lagged_corotated",   "fixed_corotated",
                    "neo_hookean",      "stable_neo_hookean", "st_venant_kirchhoff"};
}

using AnyMaterial = std::variant<LinearCorotated, FixedCorotated, NeoHookeanSolid, StableNeoHookean,
                                 StVenantKirchhoff>;
/// Returns the named material with these parameters.
inline AnyMaterial make_material(Material material, const Lame& lame) {
  switch (material) {
    case Material::linear_corotated:
    case Material::lagged_corotated:
      return LinearCorotated{lame};
    case Material::fixed_corotated:
      return FixedCorotated{lame};
    case Material::neo_hookean:
      return NeoHookeanSolid{lame};
    case Material::stable_neo_hookean:
      return StableNeoHookean{lame};
    case Material::st_venant_kirchhoff:
      return StVenantKirchhoff{lame};
  }
  throw std::logic_error("a number that is no material");
}

}  // namespace stiffbench
