#pragma once

#include "problems/forces/blocks/general_blocks.hpp"
#include "problems/forces/force_term.hpp"

#include <limits>

namespace stiffbench {

/// Sums over all quadrature points.
struct Volumes {
  double least_det = std::numeric_limits<double>::infinity();  ///< the smallest det F
  double rest = 0;                                             ///< the volume at rest (m^3)
  double now = 0;       ///< the deformed volume, negative for inverted elements (m^3)
  double inverted = 0;  ///< the rest volume of inverted parts, where det F <= 0 (m^3)
};

/// The force of finite elements of one shape and one material.
class SolidTerm : public ForceTerm {
 public:
  using Blocks = GeneralBlocks;
  using ForceTerm::add_force;
  virtual void add_force(BodyIn<long double> u, BodyOut<long double> f) const = 0;
  /// Adds -df/du (N/m) to the blocks in `rows`.
  virtual void add_stiffness(const AlignedPositions<double>& u,
                             GeneralBlocks::Rows& rows) const = 0;
  /// Adds -df/du (N/m) without the negative curvature of any element. Terms whose matrices are
  /// never indefinite keep the default.
  virtual void add_projected_stiffness(const AlignedPositions<double>& u,
                                       GeneralBlocks::Rows& rows) const {
    add_stiffness(u, rows);
  }
  /// Adds the matrix for a step from u, in which rotations stay those of u. Terms without rotations
  /// keep the default, -df/du.
  virtual void add_lagged_stiffness(const AlignedPositions<double>& u,
                                    GeneralBlocks::Rows& rows) const {
    add_stiffness(u, rows);
  }
  /// Adds the blocks of ElementEnergies::projection_stiffness() if projects(), at zero
  /// displacement.
  virtual void add_projection_stiffness(const AlignedPositions<double>& /*rest*/,
                                        GeneralBlocks::Rows& /*rows*/) const {}
  /// Returns the largest fraction in (0, 1] of the move du along which det F stays positive at
  /// every quadrature point, starting from a u where it is positive; 1 for materials that allow
  /// inversion.
  virtual double feasible_step(BodyIn<double> u, BodyIn<double> du) const = 0;
  /// Adds the volumes of the elements at u to `sums`; terms without volume keep the default.
  virtual void add_volumes(BodyIn<double> /*u*/, Volumes& /*sums*/) const {}
};

}  // namespace stiffbench
