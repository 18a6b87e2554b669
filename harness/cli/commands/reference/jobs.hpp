#pragma once

#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

#include <memory>
#include <string>
#include <vector>

namespace stiffbench {

/// A reference to be computed.
struct ReferenceJob {
  std::shared_ptr<const Problem> problem;
  ReferenceOptions options;
  std::vector<std::string> users;  ///< names of the experiments or parameter sets that need it
  double work = 0;                 ///< expected force evaluations times dof
};

/// The references that experiments need, each once; a closed form needs none. The quick ones come
/// first, so that an interruption costs least.
std::vector<ReferenceJob> jobs_of_experiments(const std::vector<std::string>& names,
                                              const ReferenceOptions& options);

/// The references of the parameter sets on which orders are measured, in the order of the list.
std::vector<ReferenceJob> jobs_of_declared_sets(const ReferenceOptions& options);

}  // namespace stiffbench
