#pragma once

#include "integrators/contract/registry.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// Effect of one step of a method on an undamped oscillation of angular frequency omega.
struct Growth {
  double h_omega = 0;
  /// The largest |mu| of the step's eigenvalues: the growth per step in the long run. NaN if it
  /// cannot be determined from the states; `failure` then gives the reason.
  double radius = 0;
  double dispersion = 0;  ///< relative error of the frequency; NaN above h omega = pi
  std::string failure = {};

  /// True if the growth exceeds round-off and the errors of a solver.
  bool grows() const { return radius > 1 + 1e-9; }
};

/// The steps from which a growth is measured: more than the oscillator's outputs need, which is 12.
inline constexpr int growth_steps = 30;

/// Measures the growth from a few steps on the problem `oscillator`. Adaptive integrators have
/// none.
Growth growth_of(const AnyIntegrator& method, double h_omega, int steps = growth_steps);

/// Returns false if two steps on the problem `oscillator` from the sum of two starts are not the
/// sum of those from each. Where a step fails there is nothing to tell.
bool is_linear(const AnyIntegrator& method, double h_omega);

/// Returns true if |R(+-iy)| of the method's stability function agrees with the growth; a missing
/// measurement agrees with nothing.
bool is_growth_of(const StabilityFunction& R, const Growth& growth);

/// Returns true if the map of two steps is symplectic, J' Omega J = Omega for its Jacobian J, on a
/// spring that is stretched and turns, at several h omega up to 5. Two steps include the starting
/// step of a method that needs one. Nothing for methods that do not take steps of this size there.
std::optional<bool> is_symplectic(const AnyIntegrator& method);

/// Values of h omega used by check method: slow oscillations, the stability limits of explicit
/// methods, and stiff oscillations.
inline const std::vector<double> usual_h_omegas{0.1, 0.5, 1, 1.5, 1.9, 2.5, 5, 20, 100, 1000};

}  // namespace stiffbench
