#include "harness/replications/claims/computation.hpp"

#include <cmath>
#include <memory>
#include <optional>

namespace stiffbench {

Registry<Computation>& computations() {
  static Registry<Computation> all{"computation", "harness/replications/computations"};
  return all;
}

bool enrol_computation(const std::string& name, Computation computation) {
  using Results = std::map<std::string, double>;
  const auto results = std::make_shared<std::optional<Results>>();
  computation.run = [results, run = std::move(computation.run)] {
    if (!*results) *results = run();
    return **results;
  };
  return computations().enrol(name, std::move(computation));
}

double next_power_of_ten(double value) { return std::pow(10, std::ceil(std::log10(value))); }

}  // namespace stiffbench
