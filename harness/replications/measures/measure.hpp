#pragma once

#include "harness/replications/measures/quantity.hpp"
#include "harness/replications/measures/row_choice.hpp"

namespace stiffbench {

/// One side of a rule: the runs that it chooses, and the quantity that it measures.
struct Side {
  RowChoice choice;
  RuleQuantity quantity;
  bool judges_failed_runs = false;  ///< measures failed runs by the records they left
  std::optional<Take> take = {};    ///< reduces several runs to one number; nothing: uses each
  std::string words() const;        ///< "energy at the end of rk4 and exprb2 (h = 0.01)"
};

/// Reads the fields experiment, methods, problems, where, with, h, of, entries, minus, over_starts
/// and failed_runs of a rule.
Side read_side(RuleReader& rule);
/// Reads the second side of a rule, "to". It inherits every one of these fields that it does not
/// name, and has its own "take".
Side read_other_side(RuleReader& rule);

/// The quantity of a run, or of a method on a problem; `row` represents the method.
struct Point {
  const Row* row;
  RuleQuantity quantity;
  Finding finding;
  bool is_below_floor = false, is_behind = false;  ///< as in a Reading
};

/// Measures the quantity of the chosen runs: one point per run, per run over all its starts, or per
/// method and problem.
std::vector<Point> measure(const Side& side, const Evidence& evidence);

/// Reduces several points to one: a failure if one of them is, unknown if one of them is.
Point extreme(const std::vector<Point>& points, Take take);

/// Returns the label of a point among those of the same problem.
std::string label_in_problem(const Point& point);

/// Returns unknown findings for the methods and problems that a choice names but no run has.
std::vector<Finding> missing_runs(const RowChoice& choice, const Evidence& evidence);

/// Points of two sides that are compared: they share the problem and, if the rule says so, the
/// step. The other side of a point without a partner is empty.
struct Pairing {
  std::vector<Point> above, below;
};
enum class PairBy { problem, problem_and_step };
/// Pairs the points. `is_beside_all` compares every problem of the first side with the only one of
/// the second.
std::vector<Pairing> pair(std::vector<Point> above, std::vector<Point> below, PairBy by,
                          bool is_beside_all);

/// Returns true if both points are the same quantity of the same run or method.
bool is_same(const Point& a, const Point& b);

/// Calls `compare(above, below)` for every pair of distinct points, and `alone(point)` for each
/// point without a partner.
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

/// Joins the notes of two compared points, each with its label if the notes differ.
std::string notes_of(const Point& a, const Point& b);

/// Returns the unknown finding of a point without a partner.
Finding without_partner(const Point& point);

}  // namespace stiffbench
