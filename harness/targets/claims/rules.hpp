#pragma once

#include "harness/targets/claims/row_choice.hpp"
#include "harness/targets/claims/verdict.hpp"

namespace stiffbench {

/// A kind of rule: it turns what a target's experiments left into cases. All of its kinds are
///   values       each chosen run has a quantity in a range, or near the one in a paper's table
///                ("table": name in results/tables, "within": D); with "take": "largest" or
///                "least", that one alone
///   ratio        a quantity over that of the runs in "to", on each problem, or on the one problem
///                that "to" names; where a side has several runs, the largest or the least as
///                "take" says
///   difference   between the mean over starts of a quantity and that of the runs in "to", on each
///                problem, in combined standard errors of both means; with the same step where "to"
///                has it, else with the only one that it has
///   exponent     a of quantity ~ x^a, by least squares along "along": h, steps, dof or a parameter
///                of the problem. A curve for each method, and for each problem or step
///   ascending    a quantity grows from each of "methods" to the next, by the factor "by" at least,
///                on each problem with each step; with "take", in the largest or least of all steps
///   status       each chosen run ended with one of "statuses"
///   property     of the stability function of each of "integrators", as StabilityProperties names
///   it computation  "results" of one of harness/targets/computations/, by its "name"
/// Numbers are held against a Condition, in all but status and ascending.
struct RuleKind {
  std::string name;
  /// The cases of a rule, and what is asked of each, in words.
  struct Result {
    std::vector<Case> cases;
    std::string demand;
  };
  Result (*evaluate)(const Json& rule, const std::string& experiment, const Evidence& evidence);
};

/// Throws an Error for a rule that cannot be evaluated: an unknown kind, quantity or experiment, no
/// condition.
void check_rule(const Json& rule, const PaperTarget& target);

/// Judges a claim by what its target's experiments left.
Judgement judge(const Claim& claim, const PaperTarget& target, const Evidence& evidence);

}  // namespace stiffbench
