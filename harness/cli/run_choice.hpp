#pragma once

#include "harness/cli/command.hpp"
#include "harness/run/plan.hpp"
#include "harness/sweep/selection.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// What a command line says of the runs that it is about: those of an experiment, or a single one.
struct RunChoice {
  std::string experiment;             ///< file or name; empty for a single run
  std::string problem;                ///< of a single run
  std::vector<std::string> settings;  ///< of --set
  Selection selection;                ///< its steps and tolerances are those of a single run, too
  RunRequest request;                 ///< the rest of a single run
};

/// Declares the arguments of a choice. `experiment_doc` says what the command does with one.
void declare(RunChoice& choice, ArgumentList& list, const std::string& experiment_doc);

/// Declares an argument that only a single run has.
Argument& add_single(ArgumentList& list, const char* name, Target target, const char* doc);

/// Declares an argument that only an experiment has.
Argument& add_sweep(ArgumentList& list, const char* name, Target target, const char* doc);

/// The plan of a single run. `command` is what asks for it, for the Error where the problem or the
/// integrator is missing.
RunPlan single_plan(const RunChoice& choice, const std::string& command);

}  // namespace stiffbench
