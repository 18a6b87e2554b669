#pragma once

#include "harness/replications/pages/archived_experiments.hpp"

namespace stiffbench {

/// Returns the Markdown page that compares the fastest methods with their default settings and with
/// the settings that searches chose, for each error on each problem. `command` is the command that
/// creates the page. `comparisons` are of settings of one integrator; the page lists how much
/// longer the others take than the fastest ones.
std::string tuning_page(const std::vector<ArchivedExperiment>& experiments,
                        const std::vector<ArchivedExperiment>& comparisons,
                        const std::string& command);

}  // namespace stiffbench
