#pragma once

#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <memory>
#include <string>
#include <vector>

namespace stiffbench {

/// A reference to compute.
struct ReferenceJob {
  std::shared_ptr<const Problem> problem;
  ReferenceOptions options;
  std::vector<std::string> users;  ///< names of the experiments or parameter sets that need it
  double work = 0;                 ///< expected force evaluations times dof
};

/// Returns the references that experiments need, each once; a closed form needs none. Quick ones
/// come first, so that an interruption costs least.
std::vector<ReferenceJob> jobs_of_experiments(const std::vector<std::string>& names,
                                              const ReferenceOptions& options);

/// Returns the references of the parameter sets for order checks, in the order of declared_sets().
std::vector<ReferenceJob> jobs_of_declared_sets(const ReferenceOptions& options);

}  // namespace stiffbench
