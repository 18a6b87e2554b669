#pragma once

#include "harness/targets/claims/rules.hpp"

namespace stiffbench::rules {

// Each evaluates a rule of its kind (harness/targets/claims/rules.hpp); `experiment` is the one
// that the rule is about where it names none.

using Result = RuleKind::Result;

Result values(const Json& rule, const std::string& experiment, const Evidence& evidence);
Result ratio(const Json& rule, const std::string& experiment, const Evidence& evidence);
Result difference(const Json& rule, const std::string& experiment, const Evidence& evidence);
Result exponent(const Json& rule, const std::string& experiment, const Evidence& evidence);
Result ascending(const Json& rule, const std::string& experiment, const Evidence& evidence);
Result status(const Json& rule, const std::string& experiment, const Evidence& evidence);
Result property(const Json& rule, const std::string& experiment, const Evidence& evidence);
Result computation(const Json& rule, const std::string& experiment, const Evidence& evidence);

/// Throws an Error for a rule of that kind that cannot be evaluated, without computing anything.
void check_computation(const Json& rule);

}  // namespace stiffbench::rules
