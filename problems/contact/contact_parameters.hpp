#pragma once

#include "base/parameters.hpp"
#include "problems/contact/contact_law.hpp"

namespace stiffbench {

/// The parameters of all problems with contacts.
struct ContactParameters {
  double contact = 1e5, reach = 1e-3, friction = 0, slip_speed = 1e-3, gravity = 9.81;
  double damping = 0, damping_time = 0;
  bool audit = false;
  Friction friction_law = Friction::coulomb;
  ContactWeights weights = ContactWeights::unit;

  static void parameters(auto& self, auto&& parameter) {
    parameter("contact", self.contact, positive(),
              "kappa, stiffness of the barriers (N/m; N/m^3 with weights by area)");
    parameter("reach", self.reach, positive(), "dhat, distance at which barriers begin (m)");
    parameter("friction", self.friction, not_negative(), "mu, coefficient of friction");
    parameter("slip_speed", self.slip_speed, positive(),
              "eps_v: below this speed friction is less than mu times the normal force (m/s)");
    parameter("friction_law", self.friction_law, one_of<Friction>(),
              "coulomb: limited, smooth in the speed; viscous: mu times normal force and speed");
    parameter("weights", self.weights, one_of<ContactWeights>(),
              "of barriers: 1 for each pair of features, or by their areas");
    parameter("gravity", self.gravity, any_value(), "m/s^2");
    parameter("damping", self.damping, not_negative(),
              "of every velocity, in proportion to the mass (1/s)");
    parameter("damping_time", self.damping_time, not_negative(),
              "of deformation: D has this times the stiffness at rest, which resists turning (s)");
    parameter("audit", self.audit, any_value(),
              "counts intersections after every step by exact signs, as outputs");
  }
  ContactLaw law() const {
    return {.kappa = contact,
            .dhat = reach,
            .mu = friction,
            .slip_speed = slip_speed,
            .friction = friction_law,
            .weights = weights};
  }
  /// Returns the distance (m) at which one contact with the weight 1 repels with this force (N), to
  /// round-off; `reach` for a force of 0.
  double resting_gap(double force) const;
};

}  // namespace stiffbench
