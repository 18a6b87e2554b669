#pragma once

#include "harness/estimates/estimate.hpp"
#include "harness/io/json.hpp"

#include <optional>
#include <string>

namespace stiffbench {

/// Time of the processor that this process has used (s).
double processor_seconds();

/// The points that come with the program: alike on every machine.
CostModel costs_of_program();

/// Costs that earlier sweeps have measured (results/schema/costs.schema.json): those of this user
/// in the cache, and those that come with the program (results/costs.json), which is a copy of such
/// a file.
class KeptCosts {
 public:
  KeptCosts();
  /// The points of all families; the user's own come first.
  CostModel model() const;
  /// The cost of the whole of an experiment, whose text is `source`; nothing where no file has it.
  /// Measured costs come before rough ones, and the user's own before the program's.
  std::optional<CostSum> experiment(const Json& source) const;

  /// Adds the points of the model, and the cost of an experiment unless there is none, to the file
  /// in the cache. Where that cannot be written, a note says so: estimates are no results.
  static void keep(const CostModel& model, const Json& source, const std::optional<CostSum>& whole);

 private:
  Json shipped_, own_;
};

}  // namespace stiffbench
