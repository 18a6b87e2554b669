#pragma once

#include "harness/targets/claims/target.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// How a claim of a paper stands here.
enum class ClaimVerdict { holds, in_part, fails, untestable };
constexpr auto names_of(ClaimVerdict) {
  return std::array{"holds", "holds in part", "does not hold", "cannot be tested here"};
}

/// One number on which a claim is judged.
struct Case {
  std::string label;                 ///< of what it is: "soft, A-1, h = 0.03333"
  std::optional<double> value = {};  ///< ours
  std::optional<double> paper = {};  ///< the paper's, where it prints this one
  std::optional<bool> holds = {};    ///< nothing where it cannot be judged
  double distance = 0;               ///< how far it is from holding; at most 0 where it holds
  std::string note = {};             ///< why there is no number
  bool is_question = false;          ///< the value is 1 for yes and 0 for no
};

/// A claim that has been judged.
struct Judgement {
  ClaimVerdict verdict;
  std::string ours;      ///< our number or numbers, in short
  std::string sentence;  ///< why the verdict is this one
  std::vector<Case> cases;
};

/// Judges by the cases: all hold, some, none; where none can be judged, the claim cannot be tested.
/// `demand` says in words what is asked of each case.
Judgement judge(const Claim& claim, std::vector<Case> cases, const std::string& demand);

/// A number with four significant digits.
std::string short_number(double value);
/// The value of a case as text: a number, yes or no, or why there is none.
std::string value_text(const Case& one);

}  // namespace stiffbench
