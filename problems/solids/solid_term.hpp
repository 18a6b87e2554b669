#pragma once

#include "problems/forces/force_term.hpp"

namespace stiffbench {

/// The force of finite elements of one shape and one material.
class SolidTerm : public ForceTerm {
 public:
  using ForceTerm::add_force;
  virtual void add_force(BodyIn<long double> u, BodyOut<long double> f) const = 0;
  /// The largest fraction in (0, 1] of the move du along which det F stays positive at every point
  /// of the quadrature, from a u where it is; 1 for materials that may be turned inside out.
  virtual double feasible_step(BodyIn<double> u, BodyIn<double> du) const = 0;
  /// The least det F of all points of the quadrature.
  virtual double least_det(BodyIn<double> u) const = 0;
};

}  // namespace stiffbench
