#pragma once

#include "harness/targets/measures/quantity.hpp"

namespace stiffbench {

/// Kind of the word behind the name of a quantity.
enum class Detail { none, output, measure, counter };

/// All that there is to know about a kind of quantity.
struct QuantityFacts {
  using Runs = std::span<const Row* const>;

  const char* name;
  const char* doc;
  Detail detail;
  Band band;
  std::vector<RecordPart> parts;  ///< of a record that it reads

  /// One of both reads it: of a run, which may have failed by itself, or of a method's runs on one
  /// problem, the largest step first.
  Reading (*of_run)(const Row& run, const RuleQuantity& quantity) = nullptr;
  Reading (*of_method)(Runs runs, const RuleQuantity& quantity) = nullptr;
  /// True for errors and times: a run that failed by itself has an infinite one.
  bool is_infinite_on_failure = false;

  /// True if the record of a failed run may have it.
  bool outlives_failure() const;
};

/// The kinds of quantities, in the order in which help shows them.
const std::vector<QuantityFacts>& quantity_table();

namespace readers {

using Runs = QuantityFacts::Runs;

Reading time(const Row& run, const RuleQuantity& quantity);
Reading time_to(Runs runs, const RuleQuantity& quantity);
Reading pace_to(Runs runs, const RuleQuantity& quantity);
Reading step_to(Runs runs, const RuleQuantity& quantity);

/// A time over the time that passes in the problem of a run.
Reading over_span(Reading time, const Row& run);

}  // namespace readers
}  // namespace stiffbench
