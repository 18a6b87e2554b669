#pragma once

#include "harness/targets/claims/rule.hpp"

namespace stiffbench {

struct Claim;

/// How a claim stands here.
enum class ClaimVerdict { holds, in_part, fails, undecided, untestable, misprint, no_misprint };
constexpr auto names_of(ClaimVerdict) {
  return std::to_array({"holds", "holds in part", "does not hold", "undecided",
                        "cannot be tested here", "misprint confirmed", "misprint not confirmed"});
}

/// A claim that has been judged.
struct Judgement {
  ClaimVerdict verdict = ClaimVerdict::untestable;
  std::string ours = {};              ///< our number or numbers, in short
  std::optional<double> margin = {};  ///< of the case that is nearest to another verdict
  std::string sentence = {};          ///< why the verdict is this one
  std::vector<Case> cases = {};
};

/// Judges the cases of a rule by its quantifier:
///   every  holds where all cases do; in part where some do not, or are unknown; undecided where
///          one may or may not; a single no without a yes makes it fail
///   some   holds where one case does; else one that is undecided, or unknown, decides
///   mean   the one case
/// Without a case that is judged the claim cannot be tested.
ClaimVerdict verdict_of(Quantifier quantifier, const std::vector<Case>& cases);

/// Judges a claim by what its target's experiments left.
Judgement judge(const Claim& claim, const Evidence& evidence);

}  // namespace stiffbench
