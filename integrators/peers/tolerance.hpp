#pragma once

#include "integrators/contract/integrator.hpp"

namespace stiffbench {

/// The tolerances of an integrator that chooses its own steps. One number, rtol, is swept; atol
/// follows it unless it is given, so that a component which passes through zero is still resolved,
/// and neither is ever the only one that counts.
struct Tolerance {
  double rtol = 1e-6;
  double atol = 0;

  double absolute() const { return atol > 0 ? atol : 1e-3 * rtol; }

  static void parameters(auto& self, auto&& parameter) {
    parameter(tolerance_parameter, self.rtol, between(0, 1),
              "relative tolerance of the local error");
    parameter("atol", self.atol, not_negative(),
              "absolute tolerance, the same for x and v; 0: a thousandth of rtol");
  }
};

}  // namespace stiffbench
