#pragma once

#include "harness/records/rows.hpp"
#include "integrators/contract/integrator.hpp"

#include <set>

namespace stiffbench {

/// A method that competes on a problem: an integrator with all its settings. Back ends and linear
/// solvers of one integrator are not separate methods.
struct Contestant {
  Family family;
  std::string name;
  std::set<double> steps;  ///< steps or tolerances of its runs
};

/// The methods that ran on one problem, by family, then by name; without those that it does not
/// admit.
std::vector<Contestant> contestants(std::span<const Row> of_problem);

/// Returns true if these methods race: there are at least two, and most of them ran with at least
/// two steps. The time of a single step does not show how fast a method reaches an error.
bool is_race(const std::vector<Contestant>& all);

}  // namespace stiffbench
