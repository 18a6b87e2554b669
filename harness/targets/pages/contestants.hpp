#pragma once

#include "harness/records/tables/race.hpp"
#include "harness/targets/pages/kept_experiments.hpp"

namespace stiffbench {

/// How many methods compete, of each family: "3: 2 explicit, 1 peers".
std::string count_of_families(const std::vector<Contestant>& all);

/// The methods that compete by family: "3 methods compete: rk4, velocity_verlet (explicit); ...".
std::string names_by_family(const std::vector<Contestant>& all);

/// How many runs there are, and where they were made as far as their records say.
std::string origin_of(const std::vector<Row>& rows);

/// The settings of methods in these rows that are not their defaults, in one sentence.
std::string settings_of(const std::vector<Row>& rows);

/// The part of a page that says who wrote the methods of these experiments, on which kernels and
/// libraries they run, and with which defaults.
std::string contestants_section(const std::vector<KeptExperiment>& experiments);

}  // namespace stiffbench
