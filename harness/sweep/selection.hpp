#pragma once

#include "harness/sweep/experiment.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// A choice among the runs of an experiment; an empty list selects all. Patterns are shell patterns
/// ("exprb*") and are matched against names and labels.
struct Selection {
  std::vector<std::string> only = {}, except = {};  ///< patterns of integrators
  std::vector<std::string> problems = {};           ///< patterns of problems
  std::vector<double> steps = {}, tolerances = {};  ///< h (s); tolerances

  bool is_empty() const;
};

/// Removes the runs that are not selected. A pattern or number without a match and an empty result
/// are Errors, which list the available names.
void select(Experiment& experiment, const Selection& selection);

}  // namespace stiffbench
