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

/// The cheapest attempt whose error, as that of every finer one, is at most the level, or null.
/// Attempts that the limits of time or memory stopped say nothing.
const Attempt* cheapest(const Attempts& attempts, double level);

/// Whether none of the attempts had a larger step, so that an even larger one might do as well.
bool is_coarsest(const Attempt& attempt, const Attempts& attempts);

}  // namespace stiffbench
