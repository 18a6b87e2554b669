#pragma once

#include "harness/targets/claims/row_choice.hpp"

namespace stiffbench {

/// What a rule measures of runs:
///   output NAME              an output of the problem; of a list, the sum of the rule's `entries`
///   error [MEASURE]          relative error at the end (time_to_error.hpp), or state_max
///   initial_energy           H(0) (J)
///   drift                    largest |H(t) - H(0)| over |H(0)|
///   energy                   H(end) / H(0)
///   time, step_time          of all steps, of one (s)
///   pace                     time over the problem's end_time; 1 is real time, where that is in s
///   work COUNTER             calls in the run; step_work COUNTER: in a step
///   memory                   peak of the run's process (bytes)
///   time_to LEVEL [MEASURE]  time of a method's cheapest run that reaches the error (s); pace_to
///                            LEVEL [MEASURE] is that over the problem's end_time
///   step_to LEVEL [MEASURE]  the largest step with which a method reaches it (s)
/// Of runs from several starts, "over_starts" makes one number: their mean, spread (the standard
/// deviation), error (the standard error of the mean), least or largest. All starts must have one.
struct RuleQuantity {
  std::string kind;
  std::string detail;                                 ///< output, measure of the error or counter
  double level = 0;                                   ///< of time_to, pace_to, step_to
  std::optional<std::pair<long, long>> entries = {};  ///< of a list: first and last, from 0

  std::string over_starts = {};  ///< what is taken of all starts; empty: each stands alone

  /// Whether it belongs to a method on a problem, and not to a run.
  bool is_of_methods() const { return kind.ends_with("_to"); }
};

/// Reads the fields `of`, `entries` and `over_starts` of a rule. Words that are no quantity are an
/// Error.
RuleQuantity quantity_from_json(const Json& rule);

/// A quantity of a run, or of a method on a problem, which `row` stands for.
struct Point {
  const Row* row;
  std::string label;
  std::optional<double> value = {};
  std::string note = {};    ///< why there is no number
  bool is_failure = false;  ///< the run failed by itself, and was not stopped or left unjudged
};

/// The quantity of the chosen rows: a point for each run, for all starts of a run, or for each
/// method on a problem.
std::vector<Point> measure_points(const Evidence& evidence, const RowChoice& choice,
                                  const RuleQuantity& quantity);

}  // namespace stiffbench
