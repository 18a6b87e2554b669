#include "harness/targets/claims/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

std::string beside_paper(const Case& one) {
  return value_text(one) + (one.paper ? fmt::format(" (paper {})", short_number(*one.paper)) : "");
}

/// Our numbers in short: the one, or the least and the largest. Where the paper prints each of
/// them, how many are as it has them.
std::string summary(const std::vector<Case>& cases, long held, long judged) {
  std::vector<double> values;
  bool has_papers = false;
  for (const Case& one : cases) {
    if (one.value) values.push_back(*one.value);
    has_papers = has_papers || one.paper;
  }
  if (values.empty()) return "";
  if (has_papers && values.size() > 1) return fmt::format("{} of {}", held, judged);
  const auto [least, most] = std::ranges::minmax(values);
  const auto text = [&](double value) {
    return value_text({.label = "", .value = value, .is_question = cases[0].is_question});
  };
  return text(least) == text(most) ? text(least) : text(least) + " to " + text(most);
}

std::string sentence_of(const std::vector<Case>& cases, long held, long judged,
                        const std::string& demand) {
  const auto is_judged = [](const Case& one) { return one.holds.has_value(); };
  const auto distance = [&](const Case& one) { return one.holds ? one.distance : -1e300; };
  const Case& farthest = *std::ranges::max_element(cases, {}, distance);
  if (judged == 1)
    return fmt::format("{}: {}; asked: {}.", farthest.label, beside_paper(farthest), demand);
  std::string text = held == judged
                         ? (judged == 2 ? "Both" : fmt::format("All {}", judged)) + " are " + demand
                         : fmt::format("{} of {} are {}", held, judged, demand);
  if (held < judged)
    text += fmt::format("; farthest off: {}, {}", farthest.label, beside_paper(farthest));
  const auto unknown = std::ranges::find_if_not(cases, is_judged);
  if (unknown != cases.end())
    text += fmt::format("; {} cannot be judged, as {} ({})",
                        static_cast<long>(cases.size()) - judged, unknown->label, unknown->note);
  return text + ".";
}

}  // namespace

std::string value_text(const Case& one) {
  if (!one.value) return one.note;
  if (one.is_question) return *one.value == 0 ? "no" : "yes";
  return short_number(*one.value);
}

std::string short_number(double value) { return fmt::format("{:.4g}", value); }

Judgement judge(const Claim& claim, std::vector<Case> cases, const std::string& demand) {
  const auto held = std::ranges::count_if(cases, [](const Case& one) { return one.holds == true; });
  const auto judged =
      std::ranges::count_if(cases, [](const Case& one) { return one.holds.has_value(); });
  Judgement result{ClaimVerdict::untestable, summary(cases, held, judged), "", std::move(cases)};
  if (judged == 0) {
    result.sentence = result.cases.empty()
                          ? "No run here is of this kind."
                          : fmt::format("{}: {}.", result.cases[0].label, result.cases[0].note);
  } else {
    const bool is_whole = held == static_cast<long>(result.cases.size());
    result.verdict = is_whole    ? ClaimVerdict::holds
                     : held == 0 ? ClaimVerdict::fails
                                 : ClaimVerdict::in_part;
    result.sentence = sentence_of(result.cases, held, judged, demand);
  }
  if (result.verdict != ClaimVerdict::holds && !claim.otherwise.empty())
    result.sentence += " " + claim.otherwise;
  return result;
}

}  // namespace stiffbench
