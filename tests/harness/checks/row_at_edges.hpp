#pragma once

#include "harness/checks/tolerances/tolerances.hpp"

namespace stiffbench::test {

/// A row whose numbers are all at the edges of their bounds: runs of 100 steps.
inline tolerances::ToleranceCheck row_at_edges() {
  using namespace tolerances;
  ToleranceCheck row{.integrator = "edges", .problem = "none", .floor = 1e-13};
  for (const double rtol : {1e-5, 1e-6, 1e-7})
    row.runs.push_back({rtol, {.error = 0.99 * bounds.error * rtol * 100, .steps = 100}});
  row.usual_first =
      MeasuredRun{.error = 1e-6, .steps = 100, .rejected = 0, .work = {.force = 1000}};
  const double trials = 0.99 * (bounds.trials_after_first * 3 + bounds.share_of_trials * 100);
  row.other_firsts.push_back({1. / 125,
                              {.error = 0.99 * bounds.error_after_first * rtol_of_first,
                               .steps = 100,
                               .work = {.force = 1000 + static_cast<long>(10 * trials)}}});
  for (const double ratio : {0.1, 0.99 * bounds.effort, 100.}) row.efforts.push_back({1e-5, ratio});
  return row;
}

}  // namespace stiffbench::test
