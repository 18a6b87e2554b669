#pragma once

#include "base/error.hpp"
#include "integrators/contract/integrator.hpp"

#include <fmt/format.h>

#include <string>

namespace stiffbench {

/// The tolerances of an integrator that chooses its own steps. Sweeps vary only rtol. Unless atol
/// is given it follows rtol, so that a component which passes through zero is still resolved, and
/// neither tolerance ever acts alone.
struct Tolerance {
  double rtol = 1e-6;
  double atol = 0;

  double absolute() const { return atol > 0 ? atol : 1e-3 * rtol; }

  /// Throws Error for tolerances of an integrator that takes fixed steps, where they have no
  /// effect.
  void check_unused(const std::string& owner) const {
    const Tolerance usual;
    if (rtol != usual.rtol || atol != usual.atol)
      throw Error(owner + "rtol and atol have no effect with adaptive=false",
                  fmt::format("rtol={} and atol={}", rtol, atol), "leave them out");
  }

  static void parameters(auto& self, auto&& parameter) {
    parameter(tolerance_parameter, self.rtol, between(0, 1),
              "relative tolerance of the local error");
    parameter("atol", self.atol, not_negative(),
              "absolute tolerance, the same for x and v; 0: a thousandth of rtol");
  }
};

}  // namespace stiffbench
