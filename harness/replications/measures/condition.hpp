#pragma once

#include "harness/replications/measures/finding.hpp"
#include "harness/replications/measures/rule_reader.hpp"

#include <limits>

namespace stiffbench {

/// General band around a paper's number: a factor of 2 for times and counts, which depend on
/// machine and implementation, 10% for values, 0.25 for exponents.
enum class Band { factor, tenth, exponent };

/// Kind of number that a condition judges. The band of a ratio excludes 1 unless the paper's ratio
/// is within 10% of 1, that is, unless the paper reports both sides as equal.
enum class Of { quantity, ratio };

/// The condition of a rule on a number: an interval between two edges. A replication states one of
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
  bool is_question = false;  ///< expects true (1) or false (0)
  bool deviates = false;     ///< has a band or a bound that the claim must justify
  std::string words = {};    ///< "is at least 3"

  /// Judges a finding: yes or no if its interval lies inside or outside, no for a failed run,
  /// unknown without a number.
  Case judged(Finding finding) const;
};

/// Returns the condition "near" a number. `digit` is the unit of the last digit that the paper
/// prints, or 0; half of it is always allowed. For the number 0 it is the only band.
Condition near(double number, Band band, Of of, double digit = 0);

/// Reads the condition of a rule about a quantity with this band. A rule without a condition, with
/// several, or with a bound without a source is an Error.
Condition read_condition(RuleReader& rule, Band band, Of of = Of::quantity);

}  // namespace stiffbench
