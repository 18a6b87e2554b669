#pragma once

#include "problems/contract/problem.hpp"

#include <span>

namespace stiffbench {

/// Distances of a run's states from those of a reference at the same checkpoints; dx and dv are the
/// differences. A relative measure is 0 if both states are zero and infinite if only the reference
/// is zero.
struct ErrorMeasures {
  double position_max = 0;          ///< max |dx_i| over all checkpoints (m)
  double position_l2_relative = 0;  ///< sqrt(sum |dx|^2 / sum |x_ref|^2) over all checkpoints
  double velocity_max = 0;          ///< max |dv_i| over all checkpoints (m/s)
  double velocity_l2_relative = 0;  ///< sqrt(sum |dv|^2 / sum |v_ref|^2) over all checkpoints
  double state_max = 0;  ///< max over |dx_i| and |dv_i| at the last checkpoint (in m and m/s)
  /// sqrt((dx' K0 dx + dv' M dv) / (x_ref' K0 x_ref + v_ref' M v_ref)) at the last checkpoint, with
  /// K0 = Problem::linear_stiffness().
  double energy_norm_relative = 0;
};

/// Measures `got` against `reference`. Throws Error unless both have the same number of states, at
/// least one.
ErrorMeasures measure(const Problem& problem, std::span<const State> got,
                      std::span<const State> reference);

/// Returns the larger of max |dx_i| / max |x_ref,i| and max |dv_i| / max |v_ref,i|, where each
/// maximum is taken over all checkpoints: 0 if nothing differs, infinite if an entry is not finite
/// or the reference is zero. Both must have the same number of states.
double largest_relative_difference(std::span<const State> got, std::span<const State> reference);

}  // namespace stiffbench
