#pragma once

#include "harness/sweep/experiment.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// A choice among the runs of an experiment; an empty list chooses all. Patterns are those of a
/// shell ("exprb*") and are compared with names and labels.
struct Selection {
  std::vector<std::string> only = {}, except = {};  ///< patterns of integrators
  std::vector<std::string> problems = {};           ///< patterns of problems
  std::vector<double> steps = {}, tolerances = {};  ///< h (s); tolerances

  bool is_empty() const;
};

/// Leaves out what is not chosen. A pattern or number that fits nothing, and a choice of no run at
/// all, are Errors, which name what there is.
void select(Experiment& experiment, const Selection& selection);

}  // namespace stiffbench
