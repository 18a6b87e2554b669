#pragma once

#include "base/registry.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stiffbench {

/// A small computation that decides a claim for which no run can be made: of a formula as a paper
/// prints it, say. It takes seconds, and its results depend on nothing.
struct Computation {
  std::string doc;                   ///< one line
  std::vector<std::string> results;  ///< names of what run() returns
  std::function<std::map<std::string, double>()> run;
};

/// All computations, by name.
Registry<Computation>& computations();

/// Adds a computation to the program. Its results are computed once in a process.
bool enrol_computation(const std::string& name, Computation computation);

/// The next power of ten: what is left of a number whose digits rounding decides, so that the
/// result is the same on every machine.
double next_power_of_ten(double value);

}  // namespace stiffbench
