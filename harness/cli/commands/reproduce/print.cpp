#include "harness/cli/commands/reproduce/print.hpp"

#include "harness/cli/terminal/text.hpp"
#include "harness/cli/terminal/text_table.hpp"
#include "harness/estimates/estimate.hpp"
#include "harness/processes/pool.hpp"

#include <fmt/format.h>

#include <array>

namespace stiffbench {
namespace {

constexpr std::size_t indent = 16;  // of sentences, behind verdicts

std::string about(const Duration& time) {
  return time.seconds == 0 ? "no time" : duration_text(time.seconds, time.is_rough);
}

}  // namespace

void print_assessment(const Assessment& assessment) {
  const PaperTarget& target = assessment.target;
  fmt::print("{}\n",
             paragraph("", 0,
                       fmt::format("{}: {} ({}, {}{})", target.name, target.title, target.paper,
                                   target.place, target.doi.empty() ? "" : ", doi:" + target.doi)));
  for (std::size_t i = 0; i < target.claims.size(); ++i) {
    const Claim& claim = target.claims[i];
    const Judgement& judgement = assessment.judgements[i];
    const auto verdict = static_cast<std::size_t>(judgement.verdict);
    fmt::print("{}", paragraph(names_of(judgement.verdict)[verdict], indent, claim.text));
    std::string numbers;
    if (!claim.paper.empty()) numbers = fmt::format("{}: {}. ", claim.place, claim.paper);
    if (judgement.cases.size() > 1 && !judgement.ours.empty())
      numbers += fmt::format("Here: {}. ", judgement.ours);
    fmt::print("{}\n", paragraph("", indent, numbers + judgement.sentence));
  }
  for (const std::string& remark : target.remarks) fmt::print("{}\n", paragraph("", 0, remark));
}

void print_summary(const std::vector<Assessment>& assessments) {
  TextTable table({{"holds"}, {"in part"}, {"does not"}, {"untestable"}}, false);
  table.begin_block("", "claims of");
  for (const auto& [target, judgements] : assessments) {
    std::array<int, names_of(ClaimVerdict{}).size()> counts{};
    for (const Judgement& judgement : judgements)
      ++counts[static_cast<std::size_t>(judgement.verdict)];
    std::vector<TextCell> line;
    for (const int count : counts) line.push_back({fmt::format("{}", count)});
    table.add({target.name, {std::move(line)}});
  }
  fmt::print("{}", table.text(prints_colours()));
}

void print_left_out(const Budget& budget) {
  for (const auto& [target, time] : budget.left_out)
    fmt::print("{}",
               paragraph("left out", indent, fmt::format("{}: {}", target.name, about(time))));
}

void print_targets(const std::vector<PaperTarget>& targets, const TargetExperiments& experiments) {
  for (const PaperTarget& target : targets) {
    fmt::print("{}", paragraph(target.name, 30,
                               fmt::format("{}: {} ({}, {})", about(experiments.time(target)),
                                           target.title, target.paper, target.place)));
  }
  fmt::print("\n{}", paragraph("", 0,
                               fmt::format("Times are estimates for {} cores, of what is left to "
                                           "run, each target by itself; rough ones may be off "
                                           "tenfold.",
                                           usable_cores())));
}

}  // namespace stiffbench
