#pragma once

#include "harness/records/rows.hpp"

namespace stiffbench {

/// A run, and its error in the measure of a table.
struct Attempt {
  const Row* row;
  std::optional<double> error;
};

/// Runs of one method with one choice of settings, the finest first.
using Attempts = std::vector<Attempt>;

/// The attempts of each method and settings on one problem. Rows must be in the order of
/// make_rows(); `measure` is one of TimeToErrorOptions.
std::vector<Attempts> attempts_of(std::span<const Row> of_problem, const std::string& measure);
/// The attempts of one method, whose runs are in the order of make_rows().
Attempts attempts_of(std::span<const Row* const> of_method, const std::string& measure);

/// True for a run that the limits of time or memory stopped: it says nothing about its error.
bool was_out_of_limits(const Row& run);

/// The attempts whose error, as that of every finer one, is at most the level, the finest first.
/// Attempts that were out of limits are left out.
std::vector<const Attempt*> reaching(const Attempts& attempts, double level);

/// The attempt that reaches the level in the shortest time, or null.
const Attempt* cheapest(const Attempts& attempts, double level);

/// The attempt with the next larger step, except those that were out of limits, or null.
const Attempt* next_coarser(const Attempt& attempt, const Attempts& attempts);

/// True if there is no such attempt: an even larger step might do as well.
bool is_coarsest(const Attempt& attempt, const Attempts& attempts);

}  // namespace stiffbench
