#pragma once

#include "harness/replications/pages/archived_experiments.hpp"

namespace stiffbench {

/// Returns the Markdown page "Which integrator should I take": for each kind of problem and three
/// levels of error, the integrator that does best over all archived races of the kind, and the
/// runner-up with its factor. `command` is the command that creates the page.
std::string choosing_page(const std::vector<ArchivedExperiment>& experiments,
                          const std::string& command);

}  // namespace stiffbench
