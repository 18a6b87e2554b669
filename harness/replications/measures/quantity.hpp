#pragma once

#include "harness/records/rows.hpp"
#include "harness/replications/measures/condition.hpp"

#include <span>
#include <utility>

namespace stiffbench {

/// Parts of a record that quantities read.
enum class RecordPart { error, energy, outputs, reported, work, memory, runtime };

enum class Statistic { mean, spread, error };
constexpr auto names_of(Statistic) { return std::to_array({"mean", "spread", "error"}); }

/// A value read from a record, or the reason for its absence.
struct Reading {
  std::optional<Interval> value = {};
  std::string note = {};
  bool is_below_floor = false;  ///< the error does not exceed that of the reference
  bool is_behind = false;       ///< the method's finest run fails, before it reaches the level
};

struct QuantityFacts;

/// A measured property of a run, or of a method's runs on one problem. It is the field "of" of a
/// rule, whose first word names an entry of the table in quantity_readers.cpp.
struct RuleQuantity {
  const QuantityFacts* facts;                 ///< its entry in the table
  std::string detail = {};                    ///< output, report, error measure or counter
  double level = 0;                           ///< of time_to, pace_to, step_to
  using Entries = std::pair<long, long>;      ///< of a list: first and last, from 0
  std::optional<Entries> entries = {};        ///< of which the sum is read
  std::optional<Entries> minus = {};          ///< of which the sum is subtracted
  std::optional<Statistic> over_starts = {};  ///< nothing: each start separately

  Band band() const;
  const std::vector<RecordPart>& parts() const;  ///< that a record must contain
  bool is_of_methods() const;
  bool is_infinite_on_failure() const;
  std::string words() const;

  bool operator==(const RuleQuantity&) const = default;

  Reading read(const Row& run) const;
  /// Reads the runs of a method on one problem, largest step first.
  Reading read(std::span<const Row* const> runs) const;
};

/// Reads the fields `of`, `entries`, `minus` and `over_starts` of a rule. An unknown quantity is an
/// Error, and so is `failed_runs` for a quantity that failed runs do not record.
RuleQuantity read_quantity(RuleReader& rule, bool judges_failed_runs);

/// Documents all quantities: pairs of a form such as "time_to LEVEL [MEASURE]" and its description.
std::vector<std::pair<std::string, std::string>> quantity_docs();

}  // namespace stiffbench
