#pragma once

#include "harness/estimates/estimate.hpp"
#include "harness/io/json.hpp"

#include <optional>
#include <string>

namespace stiffbench {

/// Time of the processor (s) that the probe takes: a fixed small computation. Costs are kept in
/// this unit, so that one machine can estimate from what another has measured.
double probe_seconds();

/// Time of the processor that this process has used (s).
double processor_seconds();

/// A time of the processor (s): of what runs alone, and of what may share processors.
struct ExperimentCost {
  double alone = 0, beside = 0;
  /// Wall-clock time with this number of idle processors (s).
  double wall(long processors) const { return alone + beside / static_cast<double>(processors); }
};

/// The points that come with the program, in probes: alike on every machine.
CostModel costs_of_program();

/// Costs that earlier sweeps have measured (results/schema/costs.schema.json). What this user's
/// sweeps have kept in the cache goes before what comes with the program
/// (results/costs.json), which is a copy of such a file.
class KeptCosts {
 public:
  KeptCosts();
  /// The points of all families, in seconds of this machine.
  CostModel model() const;
  /// The cost of a whole experiment, or nothing where no sweep has measured it.
  std::optional<ExperimentCost> experiment(const std::string& name) const;

  /// Adds the points of the model, and the cost of an experiment unless it is unknown, to the file
  /// in the cache.
  static void keep(const CostModel& model, const std::string& experiment,
                   const std::optional<ExperimentCost>& expense);

 private:
  Json costs_;  // in probes
};

}  // namespace stiffbench
