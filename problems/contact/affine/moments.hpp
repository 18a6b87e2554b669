#pragma once

#include "problems/meshes/mesh.hpp"

namespace stiffbench {

/// The moments of a body's mass of order 0, 1 and 2.
struct Moments {
  double mass = 0;                                   ///< kg
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< centre of mass (m)
  /// Integral of rho r r' about the centre of mass (kg m^2). The inertia tensor is tr(second) I -
  /// second.
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
};

/// Returns the exact moments of the solid inside a closed surface, or of a tetrahedral mesh, of
/// this density (kg/m^3): the sum over tetrahedra with a common apex, whose integrals of quadratic
/// polynomials have closed forms. Throws Error if the volume is not positive, as for a surface that
/// is inside out, or if the solid is flat.
Moments moments_of(const SurfaceMesh& surface, double density);
Moments moments_of(const TetMesh& mesh, double density);

}  // namespace stiffbench
