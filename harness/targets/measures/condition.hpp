#pragma once

#include "harness/targets/measures/finding.hpp"
#include "harness/targets/measures/rule_reader.hpp"

#include <limits>

namespace stiffbench {

/// The general band around a paper's number: a factor 2 for times and counts, which depend on
/// machine and implementation, 10% for values, 0.25 for exponents.
enum class Band { factor, tenth, exponent };

/// The band of a ratio of such quantities does not contain 1 unless the paper's number says that
/// both sides are the same, which is within 10% of 1.
enum class Of { quantity, ratio };

/// The condition of a rule on a number: to lie between two edges. In a target it is one of
///   "near": X                     within the general band of X
///   "near": X, "within": D        X - D to X + D, with a deviation in the claim
///   "near": X, "factor": F        X / F to X F, with a deviation in the claim
///   "more_than", "less_than": Y   beyond Y; both may be given
///   "at_least", "at_most": Y      Y or beyond; both may be given
///   "is": X                       X itself, or true or false
/// A bound other than 0 and 1 names its source in "bound": paper, mathematics or ours.
struct Condition {
  struct Edge {
    double value;
    bool is_inside = true;  ///< whether the condition allows the edge itself
  };
  Edge least{-std::numeric_limits<double>::infinity()};
  Edge most{std::numeric_limits<double>::infinity()};
  bool is_question = false;  ///< asks for true, 1, or false, 0
  bool deviates = false;     ///< has a band or a bound that the claim must justify
  std::string words = {};    ///< "is at least 3"

  /// The answer on a finding: yes or no where its interval lies inside or outside, no for a failed
  /// run, unknown without a number.
  Case judged(Finding finding) const;
};

/// The condition "near" a number. `digit` is the unit of the last digit that the paper prints, or
/// 0; half of it is always allowed. A number 0 has no band but that.
Condition near(double number, Band band, Of of, double digit = 0);

/// Reads the condition of a rule about a quantity of this band. A rule without one, with several,
/// or with a bound of unnamed source is an Error.
Condition read_condition(RuleReader& rule, Band band, Of of = Of::quantity);

}  // namespace stiffbench
