#pragma once

#include "harness/replications/claims/rule.hpp"

namespace stiffbench {

struct Claim;

/// Outcome of the check of a claim.
enum class ClaimVerdict { holds, in_part, fails, undecided, untestable, misprint, no_misprint };
constexpr auto names_of(ClaimVerdict) {
  return std::to_array({"holds", "holds in part", "does not hold", "undecided",
                        "cannot be tested here", "misprint confirmed", "misprint not confirmed"});
}

/// A claim that has been judged.
struct Judgement {
  ClaimVerdict verdict = ClaimVerdict::untestable;
  std::string ours = {};              ///< our number or numbers, abbreviated
  std::optional<double> margin = {};  ///< margin of the case nearest to another verdict
  std::string sentence = {};          ///< reason for the verdict
  std::vector<Case> cases = {};
};

/// Judges the cases of a rule by its quantifier:
///   every  fails if there is a no and no yes, holds in part if there are both; otherwise undecided
///          if a case is undecided, in part if one is unknown, else holds
///   some   holds if there is a yes; otherwise undecided if a case is undecided, untestable if one
///          is unknown, else fails
///   mean   as every, with the single case
///
/// A claim without a judged case cannot be tested.
ClaimVerdict verdict_of(Quantifier quantifier, const std::vector<Case>& cases);

/// Judges a claim by the records of its replication's experiments.
Judgement judge(const Claim& claim, const Evidence& evidence);

}  // namespace stiffbench
