#pragma once

#include "harness/estimates/costs.hpp"
#include "harness/sweep/experiment.hpp"

#include <filesystem>

namespace stiffbench {

/// The cost of the whole of an experiment, references included, which every command prints alike:
/// that which a sweep has measured, else an estimate, which is kept. Only for the estimate are its
/// problems made. `file` is the experiment's.
CostSum whole_cost_of(const std::filesystem::path& file);

/// Knows what parts of an experiment cost: their shares of the whole.
class PartCosts {
 public:
  explicit PartCosts(const Experiment& experiment);

  const CostSum& whole() const { return whole_; }
  CostSum of(const std::vector<PendingCost>& pieces) const;

 private:
  CostModel model_;
  CostSum whole_;
  double alone_ = 1, beside_ = 1;  // the costs of pieces over those of the model
};

}  // namespace stiffbench
