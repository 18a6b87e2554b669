#pragma once

namespace stiffbench {

/// The accuracy required of an approximate solution. The energy norm of its error may be as large
/// as the larger of these two bounds.
struct Accuracy {
  double relative = 0;  ///< relative to the solution's energy norm
  double absolute = 0;  ///< in units of the energy norm
};

}  // namespace stiffbench
