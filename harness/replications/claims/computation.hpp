#pragma once

#include "base/registry.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stiffbench {

/// A small computation that decides a claim for which no run is possible, for example about a
/// formula as printed in a paper. It takes seconds and has no inputs.
struct Computation {
  std::string doc;                   ///< one line
  std::vector<std::string> results;  ///< names of the values returned by run()
  std::function<std::map<std::string, double>()> run;
};

/// All computations, by name.
Registry<Computation>& computations();

/// Adds a computation to the program. Its results are computed once per process.
bool enrol_computation(const std::string& name, Computation computation);

/// Rounds to the next power of ten. A number whose digits depend on round-off thus gives the same
/// result on every machine.
double next_power_of_ten(double value);

}  // namespace stiffbench
