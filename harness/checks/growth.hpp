#pragma once

#include "integrators/contract/registry.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// The effect of one step of a method on an undamped oscillation of angular frequency omega.
struct Growth {
  double h_omega = 0;
  /// The largest |mu| of the step's eigenvalues: the growth per step in the long run. Not-a-number
  /// where the states do not show it: `failure` says why.
  double radius = 0;
  double dispersion = 0;  ///< relative error of the frequency; not-a-number above h omega = pi
  std::string failure = {};

  /// Whether the oscillation grows by more than round-off and the errors of a solver.
  bool grows() const { return radius > 1 + 1e-9; }
};

/// Measures the growth from a few steps on the problem `oscillator`. Integrators that choose their
/// own steps have none.
Growth growth_of(const AnyIntegrator& method, double h_omega);

/// Whether |R(+-iy)| of the method's own stability function is the growth; a measured number that
/// is missing equals nothing.
bool is_growth_of(const StabilityFunction& R, const Growth& growth);

/// The values of h omega at which check method looks: slow oscillations, the end of stability of
/// explicit methods, and stiff ones.
inline const std::vector<double> usual_h_omegas{0.1, 0.5, 1, 1.5, 1.9, 2.5, 5, 20, 100, 1000};

}  // namespace stiffbench
