#pragma once

#include "harness/run/plan.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// What a command line says of a single run.
struct SingleRun {
  std::string problem;
  std::vector<std::string> settings;      ///< of --set
  std::vector<double> steps, tolerances;  ///< of --h and --tolerance, one value or none
  RunRequest request;                     ///< the rest; its integrator is of --integrator
};

/// The plan of a single run. `command` is what asks for it, for the Error where the problem or the
/// integrator is missing.
RunPlan make_plan(const SingleRun& run, const std::string& command);

}  // namespace stiffbench
