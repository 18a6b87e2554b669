#pragma once

#include "harness/checks/tolerances/tolerances.hpp"

namespace stiffbench::tolerances {

/// A requirement that a method misses on a problem of the check.
struct Miss {
  std::string integrator, problem;
  Requirement requirement = Requirement::error;
  bool operator==(const Miss&) const = default;
};
Json to_json(const Miss& miss);

/// A number that is nearer to its bound than this share of the bound may miss it on another
/// processor, whose round-off leads to other steps.
inline constexpr double share_of_margin = 0.05;

/// Returns the misses of the suite's own methods that are known: a list that must not grow. Whoever
/// mends one takes it off. Numbers that are nearer to their bounds than share_of_margin belong to
/// it, too.
const std::vector<Miss>& known_misses();

/// Returns the misses among these checks that are not on that list. Peers have none: their misses
/// are results, and belong to the versions of their libraries.
std::vector<Miss> new_misses(const std::vector<ToleranceCheck>& checks);

/// Returns the known misses that these checks contradict: all is measured, and the number meets its
/// bound by more than share_of_margin.
std::vector<Miss> mended_misses(const std::vector<ToleranceCheck>& checks);

}  // namespace stiffbench::tolerances
