#pragma once

#include "harness/replications/measures/quantity.hpp"

namespace stiffbench {

/// Kind of the word that follows the name of a quantity.
enum class Detail { none, output, measure, counter };

/// Describes a kind of quantity.
struct QuantityFacts {
  using Runs = std::span<const Row* const>;

  const char* name;
  const char* doc;
  Detail detail;
  Band band;
  std::vector<RecordPart> parts;  ///< parts of a record that it reads

  /// Exactly one of the two readers is set: of a single run, which may have failed by itself, or of
  /// a method's runs on one problem, largest step first.
  Reading (*of_run)(const Row& run, const RuleQuantity& quantity) = nullptr;
  Reading (*of_method)(Runs runs, const RuleQuantity& quantity) = nullptr;
  /// True for errors and times, which are infinite if the run failed by itself.
  bool is_infinite_on_failure = false;

  /// True if the record of a failed run may contain the quantity.
  bool outlives_failure() const;
};

/// The kinds of quantities, in the order of the help text.
const std::vector<QuantityFacts>& quantity_table();

namespace readers {

using Runs = QuantityFacts::Runs;

Reading time(const Row& run, const RuleQuantity& quantity);
Reading time_to(Runs runs, const RuleQuantity& quantity);
Reading pace_to(Runs runs, const RuleQuantity& quantity);
Reading step_to(Runs runs, const RuleQuantity& quantity);

/// Divides a time by the simulated time span of a run.
Reading over_span(Reading time, const Row& run);

}  // namespace readers
}  // namespace stiffbench
