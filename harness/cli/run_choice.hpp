#pragma once

#include "harness/cli/command.hpp"
#include "harness/run/plan.hpp"
#include "harness/sweep/selection.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// The runs that a command line selects: those of an experiment, or a single one.
struct RunChoice {
  std::string experiment;             ///< file or name; empty for a single run
  std::string problem;                ///< of a single run
  std::vector<std::string> settings;  ///< of --set
  Selection selection;                ///< its steps and tolerances also apply to a single run
  RunRequest request;                 ///< the rest of a single run
};

/// Declares the arguments of a choice. `experiment_doc` documents the argument for an experiment.
void declare(RunChoice& choice, ArgumentList& list, const std::string& experiment_doc);

/// Declares an argument that applies only to a single run.
Argument& add_single(ArgumentList& list, const char* name, Target target, const char* doc);

/// Declares an argument that applies only to an experiment.
Argument& add_sweep(ArgumentList& list, const char* name, Target target, const char* doc);

/// Plans a single run. `command` is the calling command, named by the Error if the problem or the
/// integrator is missing.
RunPlan single_plan(const RunChoice& choice, const std::string& command);

}  // namespace stiffbench
