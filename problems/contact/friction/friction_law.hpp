#pragma once

#include <array>

namespace stiffbench {

enum class Friction { coulomb, viscous };
constexpr auto names_of(Friction) { return std::array{"coulomb", "viscous"}; }

/// The force of friction -mu N g(y) s of a contact with the normal force N (N), whose points slip
/// at the velocity s (m/s), y = |s|.
///
/// - coulomb: g(y) = f1(y)/y with f1(y) = 2 y/eps - (y/eps)^2 for y < eps, else 1 (Li et al. 2020,
///   DOI 10.1145/3386569.3392425, equation 14): smooth, with the ranges of y below and
///   above eps in place of sticking and slipping. A body that should stick creeps at a speed below
///   eps.
/// - viscous: g = 1 s/m, a drag in proportion to the speed. This is the friction of You, Zheng, Li
///   (DOI 10.48550/arXiv.2602.08094) read literally: without a threshold.
struct FrictionLaw {
  double mu = 0;             ///< coefficient of friction, >= 0
  double slip_speed = 1e-3;  ///< eps (m/s), > 0
  Friction kind = Friction::coulomb;

  /// g(y) (s/m).
  double secant(double y) const {
    if (kind == Friction::viscous) return 1;
    return y < slip_speed ? (2 - y / slip_speed) / slip_speed : 1 / y;
  }
  /// g'(y)/y (s^3/m^3), times which s s' is what the secant lacks of the derivative of g(y) s by s;
  /// 0 at y = 0, where s s'/y vanishes.
  double bend(double y) const {
    if (kind == Friction::viscous || y == 0) return 0;
    return y < slip_speed ? -1 / (slip_speed * slip_speed * y) : -1 / (y * y * y);
  }
  /// The integral of y g(y) (m/s): mu N times it is the dissipation potential of a contact.
  double potential(double y) const {
    if (kind == Friction::viscous) return y * y / 2;
    const double r = y / slip_speed;
    return y < slip_speed ? slip_speed * r * r * (1 - r / 3) : y - slip_speed / 3;
  }
};

}  // namespace stiffbench
