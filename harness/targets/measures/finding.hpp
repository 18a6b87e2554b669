#pragma once

#include "harness/targets/measures/interval.hpp"

namespace stiffbench {

/// One number that a rule finds, before a condition judges it: a value, a failure, or neither,
/// which is unknown.
struct Finding {
  std::string label;                   ///< run or method: "soft, A-1, h = 0.03333"
  std::optional<Interval> value = {};  ///< nothing where there is no number
  bool is_failure = false;             ///< a run failed by itself: no number, or an infinite one
  std::string note = {};               ///< why there is no number, or what bounds it
};

/// The mean of findings: a failure without a number if one of them is, unknown if one of them is.
Finding mean_of(const std::vector<Finding>& all);

/// Two notes as one, without a repetition.
std::string joined_notes(const std::string& a, const std::string& b);

enum class Answer { yes, no, undecided, unknown };
constexpr auto names_of(Answer) { return std::to_array({"yes", "no", "undecided", "unknown"}); }

/// A finding that has been judged.
struct Case {
  Finding finding;
  Answer answer = Answer::unknown;
  std::optional<double> margin = {};  ///< relative distance to the nearest edge; negative: missed
  std::optional<double> paper = {};   ///< the paper's number, where a table prints it
  bool is_question = false;           ///< the value is 1 for yes and 0 for no
};

/// The value of a case as text: a number, yes or no, or why there is none.
std::string value_text(const Case& one);
/// "3.1%", "-50%"; empty where there is no margin.
std::string margin_text(const std::optional<double>& margin);

}  // namespace stiffbench
