#pragma once

#include "harness/replications/pages/races/winners_page.hpp"

namespace stiffbench {

/// States for each family of methods, at 10%, 0.1% and 1e-5, in how many races it runs, leads and
/// does not reach the error, with which integrators and on which problems it leads, and how much
/// longer its best integrator takes where another family leads. Draws count as leads. Races in
/// which no method reaches the error are left out; empty without races.
std::string families_section(const std::vector<WidestRace>& races);

}  // namespace stiffbench
