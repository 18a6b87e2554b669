#pragma once

#include "harness/replications/measures/interval.hpp"

namespace stiffbench {

/// A number that a rule finds, before a condition judges it: a value, a failure, or unknown.
struct Finding {
  std::string label;                   ///< run or method: "soft, A-1, h = 0.03333"
  std::optional<Interval> value = {};  ///< nothing if there is no number
  bool is_failure = false;             ///< a run failed by itself: no number, or an infinite one
  std::string note = {};               ///< reason for a missing number, or the source of its bound
};

/// Averages findings: a failure without a number if one of them is, unknown if one of them is.
Finding mean_of(const std::vector<Finding>& all);

/// Joins two notes without repetition.
std::string joined_notes(const std::string& a, const std::string& b);

enum class Answer { yes, no, undecided, unknown };
constexpr auto names_of(Answer) { return std::to_array({"yes", "no", "undecided", "unknown"}); }

/// A finding that has been judged.
struct Case {
  Finding finding;
  Answer answer = Answer::unknown;
  std::optional<double> margin = {};  ///< relative distance to the nearest edge; negative: violated
  std::optional<double> paper = {};   ///< the number printed in the paper's table, if any
  bool is_question = false;           ///< the value is 1 for yes and 0 for no
};

/// Formats the value of a case: a number, yes or no, or the reason for its absence.
std::string value_text(const Case& one);
/// Formats "3.1%" or "-50%"; empty without a margin.
std::string margin_text(const std::optional<double>& margin);

}  // namespace stiffbench
