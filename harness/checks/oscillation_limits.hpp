#pragma once

#include "integrators/contract/registry.hpp"

#include <string>

namespace stiffbench {

/// Limits of a method with fixed steps on undamped oscillations, measured on the problem
/// `oscillator` (growth.hpp). A method grows where its growth per step exceeds 1 + 1e-9.
struct OscillationLimits {
  /// The largest h omega up to which it does not grow; infinite if it does not grow up to `last`,
  /// 0 if it grows at every step size. h omega rises from `first` by 10% until the method grows,
  /// then again by 0.5% up to there, and bisection follows. Narrower windows of growth can be
  /// missed. It is 0, too, where the growth at 0.9 of the limit exceeds 1 + 1e-10.
  double y_stable = 0;
  /// The growth per step at the largest h omega of 1e3, 1e4 and 1e5 at which it can be measured. It
  /// counts as 0 if it is less than half of that at a tenth of this h omega, and as infinite if it
  /// is more than twice.
  double at_infinity = 0;
  std::string reason = {};  ///< why both are NaN; empty otherwise

  static constexpr double first = 0.1, last = 1000;  ///< h omega of the scan
};

/// Measures the limits of a method as it is set.
OscillationLimits oscillation_limits(const AnyIntegrator& method);

}  // namespace stiffbench
