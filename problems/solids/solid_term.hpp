#pragma once

#include "problems/forces/blocks/general_blocks.hpp"
#include "problems/forces/force_term.hpp"

#include <limits>

namespace stiffbench {

/// Sums over all points of the quadrature.
struct Volumes {
  double least_det = std::numeric_limits<double>::infinity();  ///< the least det F
  double rest = 0;                                             ///< the volume at rest (m^3)
  double now = 0;       ///< the deformed volume; where it is inside out it counts as negative (m^3)
  double inverted = 0;  ///< the volume at rest of what is inside out: det F <= 0 (m^3)
};

/// The force of finite elements of one shape and one material.
class SolidTerm : public ForceTerm {
 public:
  using Blocks = GeneralBlocks;
  using ForceTerm::add_force;
  virtual void add_force(BodyIn<long double> u, BodyOut<long double> f) const = 0;
  /// Adds -df/du (N/m) to those blocks that `rows` has.
  virtual void add_stiffness(const PaddedPoints<double>& u, GeneralBlocks::Rows& rows) const = 0;
  /// Adds -df/du (N/m) to these blocks, without the negative curvature of any element. Terms whose
  /// matrices are never indefinite leave the default.
  virtual void add_projected_stiffness(const PaddedPoints<double>& u,
                                       GeneralBlocks::Rows& rows) const {
    add_stiffness(u, rows);
  }
  /// Adds to these blocks the matrix for a step from u, in which rotations stay those of u; -df/du
  /// where the force knows no rotations.
  virtual void add_step_stiffness(const PaddedPoints<double>& u, GeneralBlocks::Rows& rows) const {
    add_stiffness(u, rows);
  }
  /// The largest fraction in (0, 1] of the move du along which det F stays positive at every point
  /// of the quadrature, from a u where it is; 1 for materials that may be turned inside out.
  virtual double feasible_step(BodyIn<double> u, BodyIn<double> du) const = 0;
  /// Adds the volumes of the elements at u to `sums`; terms without volume leave the default.
  virtual void add_volumes(BodyIn<double> /*u*/, Volumes& /*sums*/) const {}
};

}  // namespace stiffbench
