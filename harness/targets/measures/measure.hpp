#pragma once

#include "harness/targets/measures/quantity.hpp"
#include "harness/targets/measures/row_choice.hpp"

namespace stiffbench {

/// One side of a rule: the runs that it chooses, and what it measures of them.
struct Side {
  RowChoice choice;
  RuleQuantity quantity;
  bool judges_failed_runs = false;  ///< measures what failed runs left
  std::optional<Take> take = {};    ///< one number of several runs; nothing: every one
  std::string words() const;        ///< "energy at the end of rk4 and exprb2 (h = 0.01)"
};

/// Reads the fields experiment, methods, problems, where, with, h, of, entries, over_starts and
/// failed_runs of a rule.
Side read_side(RuleReader& rule);
/// Reads the second side of a rule, "to": it inherits all of these fields that it does not name,
/// and has its own "take".
Side read_other_side(RuleReader& rule);

/// A quantity of a run, or of a method on a problem, which `row` represents.
struct Point {
  const Row* row;
  RuleQuantity quantity;
  Finding finding;
  bool is_below_floor = false, is_behind = false;  ///< as in a Reading
};

/// The quantity of the chosen runs: a point for each run, for all starts of a run, or for each
/// method on a problem.
std::vector<Point> measure(const Side& side, const Evidence& evidence);

/// One point of several: a failure if one of them is, unknown if one of them is.
Point extreme(const std::vector<Point>& points, Take take);

/// The label of a point beside one of the same problem.
std::string label_in_problem(const Point& point);

/// Unknown findings for the methods and problems that a choice names and that have no run in it.
std::vector<Finding> missing_runs(const RowChoice& choice, const Evidence& evidence);

/// Points of two sides that are compared: those of one problem and, where rules say so, of one
/// step. A side without a partner is empty.
struct Pairing {
  std::vector<Point> above, below;
};
enum class PairBy { problem, problem_and_step };
/// `is_beside_all` compares every problem of the first side with the only one of the second.
std::vector<Pairing> pair(std::vector<Point> above, std::vector<Point> below, PairBy by,
                          bool is_beside_all);

/// True for two points of one quantity of one run or method.
bool is_same(const Point& a, const Point& b);

/// Calls `compare(above, below)` for every pair of points, except a point and itself, and
/// `alone(point)` for each point that has no partner.
void each_pair(const std::vector<Pairing>& pairings, const auto& compare, const auto& alone) {
  for (const auto& [above, below] : pairings) {
    for (const Point& a : above)
      for (const Point& b : below)
        if (!is_same(a, b)) compare(a, b);
    if (above.empty() || below.empty())
      for (const auto* side : {&above, &below})
        for (const Point& point : *side) alone(point);
  }
}

/// The notes of two points that are compared, each behind its label where they differ.
std::string notes_of(const Point& a, const Point& b);

/// The unknown finding of a point that has no partner.
Finding without_partner(const Point& point);

}  // namespace stiffbench
