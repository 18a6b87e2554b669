#pragma once

#include "problems/contact/collisions/collisions.hpp"
#include "problems/contact/friction/friction_law.hpp"

#include <vector>

namespace stiffbench {

/// Repulsion and friction between all surfaces of a scene.
struct ContactLaw {
  double kappa;   ///< stiffness of the barrier (N/m; N/m^3 with weights by area)
  double dhat;    ///< distance at which it begins (m)
  double mu = 0;  ///< coefficient of friction
  /// Coefficients of friction of all bodies in place of mu, unless empty. A pair of bodies has the
  /// smaller one of both, so that a body without friction slips on everything; on a plane a body
  /// has its own. Infinity leaves the choice to the other one, or to mu if both have infinity.
  std::vector<double> body_mu = {};
  double slip_speed = 1e-3;  ///< eps_v, below which friction is less than mu N (m/s)
  Friction friction = Friction::coulomb;
  ContactWeights weights = ContactWeights::unit;
  /// Matrices also get blocks for pairs that do not touch yet but are nearer than dhat + ahead. A
  /// list of near pairs serves until a vertex has moved by skin / 2 (m). Both affect only the time.
  /// 0 stands for 1 dhat, and for a quarter of the mean edge but at least 1 dhat.
  double ahead = 0, skin = 0;
};

/// Throws Error unless kappa, dhat and slip_speed are positive and finite, mu is finite and not
/// negative, body_mu is empty or has a number that is not negative for each body, dhat is at most
/// half the shortest edge at rest, and with weights by area every vertex belongs to a triangle.
void validate(const ContactLaw& law, const ContactSurface& surface);

}  // namespace stiffbench
