#pragma once

#include "harness/targets/claims/verdict.hpp"

#include <limits>

namespace stiffbench {

/// A field of a rule that its kind cannot do without; an Error where it is missing.
const Json& field_of(const Json& rule, const char* name);

/// What a rule asks of a number: to lie between two bounds. In a target it is one of
///   "range": [LEAST, MOST]            null for a side without a bound
///   "near": X, "within": D            X - D to X + D
///   "near": X, "factor": F            X / F to X F
///   "is": X                           X itself, or true or false
struct Condition {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool is_question = false;  ///< asks for true, 1, or false, 0
  std::string demand = {};   ///< in words: "at least 3"

  /// The case with this number, judged. The distance is relative to the bounds' size.
  Case judged(std::string label, double value) const;
};

/// Reads the condition of a rule. A rule without one, and an empty range, are Errors.
Condition condition_from_json(const Json& rule);

}  // namespace stiffbench
