#include "harness/targets/assessment.hpp"
#include "harness/targets/pages/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace stiffbench {
namespace {

const char* word_of(ClaimVerdict verdict) {
  return names_of(verdict)[static_cast<std::size_t>(verdict)];
}

/// The numbers behind a claim, folded away; of one or two the rest of the page tells all.
std::string numbers_of(const Claim& claim, const Judgement& judgement) {
  if (judgement.cases.size() < 3) return "";
  const bool has_papers =
      std::ranges::any_of(judgement.cases, [](const Case& one) { return one.paper.has_value(); });
  std::string text = has_papers ? "| of | here | paper | holds |\n|---|--:|--:|---|\n"
                                : "| of | here | holds |\n|---|--:|---|\n";
  for (const Case& one : judgement.cases) {
    const std::string paper =
        has_papers ? fmt::format(" {} |", one.paper ? short_number(*one.paper) : "") : "";
    const char* holds = !one.holds ? "?" : *one.holds ? "yes" : "no";
    text +=
        fmt::format("| {} | {} |{} {} |\n", cell(one.label), cell(value_text(one)), paper, holds);
  }
  return folded(fmt::format("The {} numbers of \"{}\"", judgement.cases.size(), claim.text), text);
}

std::string code_list(const PaperTarget& target) {
  std::string text;
  for (const TargetExperiment& experiment : target.experiments)
    text += fmt::format("{}`{}`", text.empty() ? "" : ", ", experiment.name);
  return text.empty() ? "nothing is run: the program computes it" : "runs " + text;
}

}  // namespace

std::string markdown_section(const Assessment& assessment) {
  const PaperTarget& target = assessment.target;
  std::string text = fmt::format("## {}: {}\n\n`stiffbench reproduce {}` ({})\n\n", target.place,
                                 target.title, target.name, code_list(target));
  text += "| claim | place | paper | here | verdict |\n|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < target.claims.size(); ++i) {
    const Claim& claim = target.claims[i];
    const Judgement& judgement = assessment.judgements[i];
    text += fmt::format("| {} | {} | {} | {} | **{}** |\n", cell(claim.text), cell(claim.place),
                        cell(claim.paper), cell(judgement.ours), word_of(judgement.verdict));
  }
  text += "\n";
  for (std::size_t i = 0; i < target.claims.size(); ++i)
    text += fmt::format("{}. {}\n", i + 1, assessment.judgements[i].sentence);
  for (const std::string& remark : target.remarks) text += fmt::format("\n{}\n", remark);
  for (std::size_t i = 0; i < target.claims.size(); ++i)
    text += numbers_of(target.claims[i], assessment.judgements[i]);
  return text;
}

std::string markdown_page(const std::vector<Assessment>& assessments, const std::string& command) {
  const PaperTarget& first = assessments.front().target;
  std::string text = fmt::format(
      "# {}\n\n{}This page is written by `{}` from the records in "
      "[`results/kept/`](../../../results/kept). Times are compared within one run only.\n",
      first.paper, first.doi.empty() ? "" : fmt::format("doi:{}\n\n", first.doi), command);
  for (const Assessment& assessment : assessments) text += "\n" + markdown_section(assessment);
  return text;
}

std::string markdown_index(const std::vector<Assessment>& assessments, const std::string& command) {
  constexpr std::size_t verdicts = names_of(ClaimVerdict{}).size();
  std::string text = fmt::format(
      "# What the papers state, and what is measured here\n\nThis page is written by `{}`. "
      "A target is a figure, a table or a section of a paper.\n\n"
      "| target | of | holds | in part | does not hold | cannot be tested |\n"
      "|---|---|--:|--:|--:|--:|\n",
      command);
  std::array<int, verdicts> sums{};
  for (const auto& [target, judgements] : assessments) {
    std::array<int, verdicts> counts{};
    for (const Judgement& judgement : judgements) {
      ++counts[static_cast<std::size_t>(judgement.verdict)];
      ++sums[static_cast<std::size_t>(judgement.verdict)];
    }
    text += fmt::format("| [{}](targets/{}.md) | {}, {} | {} |\n", target.name, target.page(),
                        target.paper, target.place, fmt::join(counts, " | "));
  }
  return text + fmt::format("| all | | {} |\n", fmt::join(sums, " | "));
}

}  // namespace stiffbench
