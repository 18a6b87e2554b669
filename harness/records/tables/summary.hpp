#pragma once

#include "harness/records/rows.hpp"

#include <span>

namespace stiffbench {

/// The runs of one method on one problem.
struct MethodSummary {
  struct Failures {
    Status status;
    long count;
    double coarsest, finest;  ///< steps, or tolerances of an adaptive method
    std::string reason;       ///< of the coarsest run
  };
  std::span<const Row> rows;
  long ok = 0;
  std::optional<double> slope = {};      ///< of the finest asymptotic run
  std::optional<double> largest_h = {};  ///< largest fixed step of a run that ended well
  std::optional<double> smallest_error = {};
  bool below_floor = false;  ///< the smallest error does not exceed that of the reference
  long front = 0;            ///< runs on the Pareto front
  std::vector<Rank> ranks = {};
  std::vector<Failures> failures = {};

  /// The declared order; nothing for an adaptive method.
  std::optional<int> order() const;
};

/// Summarizes the runs of each method on one problem, in the order of the rows.
std::vector<MethodSummary> summarize(std::span<const Row> of_problem);

}  // namespace stiffbench
