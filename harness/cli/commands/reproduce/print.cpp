#include "harness/cli/commands/reproduce/print.hpp"

#include "harness/cli/terminal/text.hpp"
#include "harness/cli/terminal/text_table.hpp"
#include "harness/estimates/estimate.hpp"
#include "harness/processes/pool.hpp"
#include "harness/replications/pages/claim_pages.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

constexpr std::size_t indent = 16;  // of sentences, after the verdicts

std::string about(const Duration& time) {
  return time.seconds == 0 ? "no time" : duration_text(time.seconds, time.is_rough);
}

/// Returns the text before the sentence of a verdict: the paper's numbers or the origin of an aim,
/// our numbers, the margin.
std::string numbers_of(const Claim& claim, const Judgement& judgement) {
  std::string text;
  if (claim.origin)
    text += fmt::format("Set by {} on {}: {} ", claim.origin->set_by, claim.origin->set_on,
                        claim.origin->before);
  if (!claim.paper.empty()) text += fmt::format("{}: {}. ", claim.place, claim.paper);
  if (judgement.cases.size() > 1 && !judgement.ours.empty())
    text += fmt::format("Here: {}. ", judgement.ours);
  if (judgement.margin) text += fmt::format("Margin: {}. ", margin_text(judgement.margin));
  return text;
}

}  // namespace

void print_assessment(const Assessment& assessment) {
  const ClaimSet& replication = assessment.replication;
  const bool is_of_paper = !replication.paper.empty();
  const std::string source = fmt::format(" ({}, {}{})", replication.paper, replication.place,
                                         replication.doi.empty() ? "" : ", doi:" + replication.doi);
  fmt::print("{}\n", paragraph("", 0,
                               fmt::format("{}: {}{}", replication.name, replication.title,
                                           is_of_paper ? source : "")));
  for (std::size_t i = 0; i < replication.claims.size(); ++i) {
    const Claim& claim = replication.claims[i];
    const Judgement& judgement = assessment.judgements[i];
    fmt::print("{}", paragraph(words_of(judgement.verdict), indent, claim.text));
    fmt::print("{}\n", paragraph("", indent, numbers_of(claim, judgement) + judgement.sentence));
  }
  for (const std::string& remark : replication.remarks)
    fmt::print("{}\n", paragraph("", 0, remark));
}

void print_summary(const std::vector<Assessment>& assessments) {
  TextTable table({{"holds"},
                   {"in part"},
                   {"does not"},
                   {"undecided"},
                   {"untestable"},
                   {"misprint"},
                   {"no misprint"}},
                  false);
  table.begin_block("", "claims of");
  for (const Assessment& assessment : assessments) {
    std::vector<TextCell> line;
    for (const int count : counts_of(assessment)) line.push_back({fmt::format("{}", count)});
    table.add({assessment.replication.name, {std::move(line)}});
  }
  fmt::print("{}", table.text(prints_colours()));
}

void print_left_out(const Budget& budget) {
  for (const auto& [replication, time] : budget.left_out)
    fmt::print("{}",
               paragraph("left out", indent, fmt::format("{}: {}", replication.name, about(time))));
}

void print_replications(const std::vector<ClaimSet>& replications,
                        const ReplicationExperiments& experiments) {
  for (const ClaimSet& replication : replications) {
    const std::string source = fmt::format(" ({}, {})", replication.paper, replication.place);
    fmt::print("{}",
               paragraph(replication.name, 30,
                         fmt::format("{}: {}{}", about(experiments.time(replication)),
                                     replication.title, replication.paper.empty() ? "" : source)));
  }
  fmt::print("\n{}", paragraph("", 0,
                               fmt::format("Times are estimates for {} cores, of what is left to "
                                           "run, each replication by itself; rough ones may be off "
                                           "tenfold.",
                                           usable_cores())));
}

}  // namespace stiffbench
