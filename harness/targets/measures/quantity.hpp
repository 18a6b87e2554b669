#pragma once

#include "harness/records/rows.hpp"
#include "harness/targets/measures/condition.hpp"

#include <span>
#include <utility>

namespace stiffbench {

/// Parts of a record that quantities read.
enum class RecordPart { error, energy, outputs, work, memory, runtime };

enum class Statistic { mean, spread, error };
constexpr auto names_of(Statistic) { return std::to_array({"mean", "spread", "error"}); }

/// A value that was read, or why there is none.
struct Reading {
  std::optional<Interval> value = {};
  std::string note = {};
  bool is_below_floor = false;  ///< the error is no larger than the reference's own
  bool is_behind = false;       ///< the method fails in its finest run, before it reaches the level
};

struct QuantityFacts;

/// A measured property of a run, or of a method's runs on one problem. In a target it is the field
/// "of", whose first word names a row of the table in quantity_readers.cpp.
struct RuleQuantity {
  const QuantityFacts* facts;                         ///< its row of the table
  std::string detail = {};                            ///< output, measure of the error or counter
  double level = 0;                                   ///< of time_to, pace_to, step_to
  std::optional<std::pair<long, long>> entries = {};  ///< of a list: first and last, from 0
  std::optional<Statistic> over_starts = {};          ///< of all starts; nothing: each stands alone

  Band band() const;
  const std::vector<RecordPart>& parts() const;  ///< that a record must have
  bool is_of_methods() const;
  bool is_infinite_on_failure() const;
  std::string words() const;

  bool operator==(const RuleQuantity&) const = default;

  Reading read(const Row& run) const;
  /// Reads the runs of a method on one problem, the largest step first.
  Reading read(std::span<const Row* const> runs) const;
};

/// Reads the fields `of`, `entries` and `over_starts` of a rule. Words that are no quantity are an
/// Error, as are `failed_runs` of a quantity that a failed run does not leave.
RuleQuantity read_quantity(RuleReader& rule, bool judges_failed_runs);

/// The documentation of all quantities: "time_to LEVEL [MEASURE]" and what it is.
std::vector<std::pair<std::string, std::string>> quantity_docs();

}  // namespace stiffbench
