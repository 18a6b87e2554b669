#pragma once

#include "problems/solids/shells/membrane_elements.hpp"
#include "problems/solids/solid_body.hpp"
#include "problems/solids/viscosity/viscous_elements.hpp"

namespace stiffbench {

/// The viscous forces of a body of solids and shells (ViscousElements). Its unknowns and the
/// patterns of its matrices are those of the body.
class Viscosity {
 public:
  /// Adds elements of the body with this viscosity (Pa s). Throws Error for elements without
  /// volume.
  void add(const SolidMesh& elements, const Lame& viscosity, const SolidBody& body);
  /// Adds triangles of the body with a viscosity per area (N s/m). Throws Error for triangles
  /// without area.
  void add(const MembraneElements::Elements& triangles, const Lame& viscosity,
           const SolidBody& body);
  bool empty() const { return tetrahedra_.empty() && hexahedra_.empty() && triangles_.empty(); }

  void add_force(const Vec& u, const Vec& v, Vec& f) const {
    each([&](const auto& elements) { elements.add_force(u, v, f); });
  }
  void add_jacobian_times(const Vec& u, const Vec& v, const Vec& du, const Vec& dv, Vec& df) const {
    each([&](const auto& elements) { elements.add_jacobian_times(u, v, du, dv, df); });
  }
  void add_damping(const Vec& u, Mat& D) const {
    each([&](const auto& elements) { elements.add_damping(u, D); });
  }
  void add_stiffness(const Vec& u, const Vec& v, Mat& K) const {
    each([&](const auto& elements) { elements.add_stiffness(u, v, K); });
  }

 private:
  template <class Action>
  void each(const Action& action) const {
    if (!tetrahedra_.empty()) action(tetrahedra_);
    if (!hexahedra_.empty()) action(hexahedra_);
    if (!triangles_.empty()) action(triangles_);
  }
  ViscousElements<4, 3>& viscous(const TetMesh&) { return tetrahedra_; }
  ViscousElements<8, 3>& viscous(const HexMesh&) { return hexahedra_; }

  ViscousElements<4, 3> tetrahedra_;
  ViscousElements<8, 3> hexahedra_;
  ViscousElements<3, 2> triangles_;
};

}  // namespace stiffbench
