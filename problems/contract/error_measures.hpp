#pragma once

#include "problems/contract/problem.hpp"

#include <span>

namespace stiffbench {

/// Distances of a run's states from those of a reference at the same checkpoints, with the
/// differences dx and dv. A relative measure is 0 where both states are zero and infinite where
/// only the reference is.
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

/// The measures of `got` against `reference`. Error unless both have the same number of states, at
/// least one.
ErrorMeasures measure(const Problem& problem, std::span<const State> got,
                      std::span<const State> reference);

/// The larger of max |dx_i| / max |x_ref,i| and max |dv_i| / max |v_ref,i|, each maximum over all
/// checkpoints: 0 where nothing differs, infinite where an entry is not finite or the reference is
/// zero. Both have the same number of states.
double largest_relative_difference(std::span<const State> got, std::span<const State> reference);

}  // namespace stiffbench
