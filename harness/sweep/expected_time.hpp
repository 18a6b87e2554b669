#pragma once

#include "harness/estimates/costs.hpp"
#include "harness/sweep/experiment.hpp"

#include <filesystem>

namespace stiffbench {

/// Returns the median times per step and unknown in the records shipped with the program, which are
/// the same on every machine.
const Rates& recorded_rates();

/// Returns the cost of a whole experiment, references included, which is the same in every command:
/// the recorded one, else an estimate from recorded_rates(), which is then recorded. Only an
/// estimate constructs the problems. `file` is the file of the experiment.
CostSum whole_cost_of(const std::filesystem::path& file);

/// Computes the costs of parts of an experiment as shares of the whole.
class PartCosts {
 public:
  explicit PartCosts(const Experiment& experiment);

  const CostSum& whole() const { return whole_; }
  CostSum of(const std::vector<PendingCost>& pieces) const;

 private:
  CostModel model_{recorded_rates()};
  CostSum whole_;
  double alone_ = 1, beside_ = 1;  // ratios of the whole costs to those of the model
};

}  // namespace stiffbench
