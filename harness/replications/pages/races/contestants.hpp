#pragma once

#include "harness/records/tables/race.hpp"
#include "harness/replications/pages/archived_experiments.hpp"

namespace stiffbench {

/// Counts the competing methods by family: "3: 2 explicit, 1 peers".
std::string count_of_families(const std::vector<Contestant>& all);

/// Lists the competing methods by family: "3 methods compete: rk4, velocity_verlet (explicit);
/// ...".
std::string names_by_family(const std::vector<Contestant>& all);

/// States the number of runs and, as far as their records tell, where they were made.
std::string origin_of(const std::vector<Row>& rows);

/// Lists the settings of methods in these rows that differ from their defaults, in one sentence.
std::string settings_of(const std::vector<Row>& rows);

/// Returns the section on the methods of these experiments: their authors, the kernels and
/// libraries that they use, and their defaults.
std::string contestants_section(const std::vector<ArchivedExperiment>& experiments);

}  // namespace stiffbench
