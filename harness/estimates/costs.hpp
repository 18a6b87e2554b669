#pragma once

#include "harness/estimates/estimate.hpp"
#include "harness/io/json.hpp"

#include <optional>
#include <string>

namespace stiffbench {

/// Returns the CPU time used by this process (s).
double processor_seconds();

/// Returns the cost points shipped with the program, which are the same on every machine.
CostModel costs_of_program();

/// Costs measured by earlier sweeps (results/schema/costs.schema.json): those of this user in the
/// cache, and those shipped with the program in results/costs.json, a copy of such a file.
class KeptCosts {
 public:
  KeptCosts();
  /// Returns the points of all families. Measurements of this user take precedence.
  CostModel model() const;
  /// Returns the cost of a whole experiment, whose text is `source`, or nothing if no file has it.
  /// Measured costs take precedence over rough ones, and the user's own over the shipped ones.
  std::optional<CostSum> experiment(const Json& source) const;

  /// Adds the points of the model, and the cost of an experiment if given, to the file in the
  /// cache. If the file cannot be written, a note is printed and no Error thrown, because estimates
  /// are not results.
  static void keep(const CostModel& model, const Json& source, const std::optional<CostSum>& whole);

 private:
  Json shipped_, own_;
};

}  // namespace stiffbench
