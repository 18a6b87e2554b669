#pragma once

#include "harness/replications/pages/races/winners_page.hpp"

namespace stiffbench {

/// Writes a paragraph on each family of methods, and on each group within a family that users look
/// for by its name (Facts::group): in how many races it leads to 10%, 0.1% and 1e-5, with which
/// integrators and on which problems, how much longer its best integrator takes where another
/// family leads, and which errors it does not reach. Draws count as leads. Races in which no method
/// reaches the error are left out; empty without races.
std::string families_section(const std::vector<WidestRace>& races);

}  // namespace stiffbench
