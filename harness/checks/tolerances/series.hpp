#pragma once

#include "harness/checks/tolerances/runner.hpp"

namespace stiffbench::tolerances {

/// Makes the runs at all tolerances. A run that would take more than most_steps is not begun: a
/// tenth of the tolerance asks for as many times more steps as the last one did, and for at most
/// sqrt(10) times as many, since estimates are of order 2 in h at least.
std::vector<RunAtTolerance> runs_at_tolerances(const Runner& runner);

/// Makes the run at rtol_of_first in one span, and those with first steps that are far too small
/// and far too large; these are not made if the first run fails, and none is without an
/// `initial_step` of the method.
void add_runs_from_firsts(const Runner& runner, ToleranceCheck& check);

/// Returns, for each of these runs, its effort over that of a fixed step with the same error, which
/// is interpolated in logarithms between runs of 4, 8, 12, 16, 24, ... steps. A run whose error no
/// such run has within most_steps has no ratio. Where four steps already have a smaller error, the
/// ratio is a lower bound, over the effort of these four.
std::vector<EffortRatio> efforts_over_fixed(const Runner& runner,
                                            const std::vector<RunAtTolerance>& usable);

}  // namespace stiffbench::tolerances
