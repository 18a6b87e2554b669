#include "harness/replications/claims/verdict.hpp"

#include "harness/replications/claims/replication.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

long count(const std::vector<Case>& cases, Answer answer) {
  return std::ranges::count(cases, answer, &Case::answer);
}

std::string beside_paper(const Case& one) {
  return value_text(one) + (one.paper ? fmt::format(" (paper {})", short_number(*one.paper)) : "");
}

/// Abbreviates our numbers: a single one, or the smallest and the largest. If a table prints each
/// of them, gives the number of cases that agree.
std::string summary(const std::vector<Case>& cases) {
  std::vector<const Case*> all;
  bool has_bounds = false;
  for (const Case& one : cases) {
    const auto& value = one.finding.value;
    if (!value || !std::isfinite(value->best)) continue;
    all.push_back(&one);
    has_bounds = has_bounds || value->may_be_less || value->may_be_more;
  }
  if (all.empty()) return "";
  if (all[0]->paper && all.size() > 1)
    return fmt::format("{} of {}", count(cases, Answer::yes), cases.size());
  const auto best = [](const Case* one) { return one->finding.value->best; };
  const auto [least, most] = std::ranges::minmax(all, {}, best);
  const std::string a = value_text(*least), b = value_text(*most);
  if (a == b || all.size() == 1) return a;
  if (least->is_question) return a + " and " + b;
  return fmt::format("{} to {}{}", short_number(best(least)), short_number(best(most)),
                     has_bounds ? ", bounds among them" : "");
}

/// Returns the case on which the verdict depends most: the best one for `some`, else the worst.
const Case& critical(Quantifier quantifier, const std::vector<Case>& cases) {
  const auto rank = [&](const Case& one) {
    constexpr double none = 1e9;
    const double margin = one.margin.value_or(one.answer == Answer::no ? -none : none);
    const int group = one.answer == Answer::no          ? 0
                      : one.answer == Answer::undecided ? 1
                      : one.answer == Answer::yes       ? 2
                                                        : 3;
    return std::pair(group, margin);
  };
  if (quantifier != Quantifier::some) return *std::ranges::min_element(cases, {}, rank);
  const auto best = [&](const Case& one) {
    const auto [group, margin] = rank(one);
    return std::pair(group == 3 ? -1 : group, margin);
  };
  return *std::ranges::max_element(cases, {}, best);
}

std::string sentence_of(const ClaimRule& rule, const std::vector<Case>& cases) {
  const long n = std::ssize(cases), yes = count(cases, Answer::yes),
             unknown = count(cases, Answer::unknown), open = count(cases, Answer::undecided);
  const Case& one = critical(rule.quantifier(), cases);
  const auto noted = [](const Case& own) {
    const bool has_note = own.finding.value && !own.finding.note.empty();
    return fmt::format("{}, {}{}", own.finding.label, beside_paper(own),
                       has_note ? ", " + own.finding.note : "");
  };
  if (unknown == n && n > 1)
    return fmt::format("None of {} can be judged: {}, {}.", n, cases[0].finding.label,
                       cases[0].finding.note);
  if (n == 1) return fmt::format("{}; asked: {}.", noted(one), rule.demand());
  std::string text = fmt::format("{} of {}: each {}", yes, n, rule.demand());
  if (open > 0) text += fmt::format("; {} undecided", open);
  if (yes < n || rule.quantifier() != Quantifier::some)
    text +=
        fmt::format("; {}: {}", one.answer == Answer::yes ? "nearest" : "farthest off", noted(one));
  const auto first = std::ranges::find(cases, Answer::unknown, &Case::answer);
  if (first != cases.end() && first->finding.label != one.finding.label)
    text += fmt::format("; {} cannot be judged: {}, {}", unknown, first->finding.label,
                        first->finding.note);
  return text + ".";
}

ClaimVerdict of_misprint(ClaimVerdict verdict, const std::vector<Case>& cases) {
  switch (verdict) {
    case ClaimVerdict::holds:
      return ClaimVerdict::misprint;
    case ClaimVerdict::in_part:  // because a case contradicts, or because one cannot be judged
      return count(cases, Answer::no) > 0 ? ClaimVerdict::no_misprint : ClaimVerdict::untestable;
    case ClaimVerdict::fails:
      return ClaimVerdict::no_misprint;
    default:
      return verdict;
  }
}

}  // namespace

ClaimVerdict verdict_of(Quantifier quantifier, const std::vector<Case>& cases) {
  const long yes = count(cases, Answer::yes), no = count(cases, Answer::no),
             open = count(cases, Answer::undecided), unknown = count(cases, Answer::unknown);
  if (yes + no + open == 0) return ClaimVerdict::untestable;
  if (quantifier == Quantifier::some) {
    if (yes > 0) return ClaimVerdict::holds;
    if (open > 0) return ClaimVerdict::undecided;
    return unknown > 0 ? ClaimVerdict::untestable : ClaimVerdict::fails;
  }
  if (no > 0) return yes > 0 ? ClaimVerdict::in_part : ClaimVerdict::fails;
  if (open > 0) return ClaimVerdict::undecided;
  return unknown > 0 ? ClaimVerdict::in_part : ClaimVerdict::holds;
}

Judgement judge(const Claim& claim, const Evidence& evidence) {
  if (!claim.rule) return {.sentence = claim.otherwise};
  Judgement result{.cases = claim.rule->cases(evidence)};
  if (result.cases.empty()) {
    result.sentence = "No run here is of this kind.";
    return result;
  }
  result.verdict = verdict_of(claim.rule->quantifier(), result.cases);
  result.ours = summary(result.cases);
  result.margin = critical(claim.rule->quantifier(), result.cases).margin;
  result.sentence = sentence_of(*claim.rule, result.cases);
  const bool holds = result.verdict == ClaimVerdict::holds;
  if (claim.is_misprint) result.verdict = of_misprint(result.verdict, result.cases);
  if (!holds && !claim.otherwise.empty()) result.sentence += " " + claim.otherwise;
  return result;
}

}  // namespace stiffbench
