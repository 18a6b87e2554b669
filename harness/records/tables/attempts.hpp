#pragma once

#include "harness/records/rows.hpp"

namespace stiffbench {

/// A run, and its error in the measure of a table.
struct Attempt {
  const Row* row;
  std::optional<double> error;
};

/// Runs of one method with one choice of settings, finest first.
using Attempts = std::vector<Attempt>;

/// Returns the attempts of each method and settings on one problem. The rows must be in the order
/// of make_rows(); `measure` is one of error_measure.hpp.
std::vector<Attempts> attempts_of(std::span<const Row> of_problem, const std::string& measure);
/// Returns the attempts of one method, whose runs are in the order of make_rows().
Attempts attempts_of(std::span<const Row* const> of_method, const std::string& measure);

/// Returns true for a run stopped by a limit of time or memory, or by the kernel, for instance when
/// memory ran out. It gives no information on its error.
bool was_stopped(const Row& run);

/// Returns the attempts whose error is at most the level and for which the same holds for every
/// finer attempt, finest first. Attempts that were stopped are omitted.
std::vector<const Attempt*> reaching(const Attempts& attempts, double level);

/// Returns the attempt that reaches the level in the shortest time, or null.
const Attempt* cheapest(const Attempts& attempts, double level);

/// Returns the attempt with the next larger step that was not stopped, or null.
const Attempt* next_coarser(const Attempt& attempt, const Attempts& attempts);

/// Returns true if next_coarser() is null and an even larger step might reach the same error, which
/// exists unless the run's one step is the whole span.
bool is_coarsest(const Attempt& attempt, const Attempts& attempts);

}  // namespace stiffbench
