#include "harness/replications/pages/claim_pages.hpp"

#include "harness/replications/pages/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

constexpr const char* head =
    "This page is written by `{}` from the records in [`results/archive/`]({}results/archive).";

/// Returns the numbers behind a claim, folded; one or two numbers are already on the page.
std::string numbers_of(const Claim& claim, const Judgement& judgement) {
  if (judgement.cases.size() < 3) return "";
  const bool has_papers =
      std::ranges::any_of(judgement.cases, [](const Case& one) { return one.paper.has_value(); });
  std::vector<std::string> titles{"of", "answer", "here", "margin"};
  if (has_papers) titles.emplace_back("paper");
  std::string text = table_head(titles, 2);
  for (const Case& one : judgement.cases) {
    std::vector<std::string> line{
        cell(one.finding.label), names_of(one.answer)[static_cast<std::size_t>(one.answer)],
        cell(value_text(one) +
             (one.finding.value && !one.finding.note.empty() ? ": " + one.finding.note : "")),
        margin_text(one.margin)};
    if (has_papers) line.push_back(one.paper ? short_number(*one.paper) : "");
    text += table_line(line);
  }
  return folded(fmt::format("The {} numbers of \"{}\"", judgement.cases.size(), claim.text), text);
}

std::string experiments_of(const ClaimSet& replication) {
  std::vector<std::string> names;
  for (const ReplicationExperiment& one : replication.experiments)
    names.push_back("`" + one.name + "`");
  return names.empty() ? "nothing is run: the program computes it"
                       : fmt::format("runs {}", fmt::join(names, ", "));
}

std::string verdict_cell(const Judgement& judgement) {
  return fmt::format("**{}**", words_of(judgement.verdict));
}

/// Calls `visit` with each claim and its judgement.
void each_claim(const Assessment& assessment, const auto& visit) {
  for (std::size_t i = 0; i < assessment.judgements.size(); ++i)
    visit(assessment.replication.claims[i], assessment.judgements[i]);
}

/// Returns the text after a section's table: a sentence per claim, remarks, numbers.
std::string reasons_of(const Assessment& assessment) {
  std::string text = "\n";
  int number = 0;
  each_claim(assessment, [&](const Claim&, const Judgement& judgement) {
    text += fmt::format("{}. {}\n", ++number, judgement.sentence);
  });
  for (const std::string& remark : assessment.replication.remarks)
    text += fmt::format("\n{}\n", remark);
  each_claim(assessment, [&](const Claim& claim, const Judgement& judgement) {
    text += numbers_of(claim, judgement);
  });
  return text;
}

/// Returns one claim beside its paper.
std::string reading_of(int number, const Claim& claim, const Judgement& judgement) {
  const std::string margin = margin_text(judgement.margin);
  return fmt::format("\n**{}. {}**\n\n", number, claim.text) +
         term_list({{claim.place, claim.states},
                    {"Differs", claim.differs},
                    {"Rule", claim.rule ? claim.rule->words() : "none"},
                    {"Deviation", claim.deviation ? fmt::format("{} ({})", claim.deviation->reason,
                                                                claim.deviation->date)
                                                  : ""},
                    {"Here", judgement.ours + (margin.empty() ? "" : " (margin " + margin + ")")},
                    {"Verdict", verdict_cell(judgement) + ". " + judgement.sentence}});
}

std::string readings_of(const Assessment& assessment) {
  std::string text;
  int number = 0;
  each_claim(assessment, [&](const Claim& claim, const Judgement& judgement) {
    text += reading_of(++number, claim, judgement);
  });
  return text;
}

/// Explains the verdicts on a paper's page.
constexpr const char* times_and_margins =
    "Times are compared within one run only. The margin is the distance from the nearest edge of "
    "the band, relative to the larger number.\n";

constexpr const char* bands = R"(
- The band around a paper's number is the same for all claims: a factor 2 for times, counts and sizes
  that depend on a machine or an implementation, 10% for values, 0.25 for exponents. A band of a ratio
  ends at 1, since a method that the paper finds faster must not be slower; where the paper's ratio is
  itself within 10% of 1, the band is 10%. "More" and "less" have no band. A claim with a band or a bound
  of our own gives its reason and date.
- A rule asks every number, at least one, or the mean of all to meet its condition. A run that failed by
  itself has an infinite error and an infinite time. Its other numbers meet no condition, unless the rule
  says that it judges what failed runs left.
- A time has five samples at least, and lies in the interval of their median. The step for an error lies
  between the largest step that reaches it and the next larger one that was tried, and so does the time. A
  method that reaches an error with its largest step, or does not reach it, has a bound. A claim is
  undecided where an interval contains the edge of its band.
- An error lies within the reference's own error of the measured one.
- The margin is the distance of the deciding number from the edge of its band, relative to the larger of
  both. It is negative where the number misses.
)";

}  // namespace

std::string replication_section(const Assessment& assessment) {
  const ClaimSet& replication = assessment.replication;
  std::string text =
      fmt::format("## {}: {}\n\n`stiffbench reproduce {}` ({})\n\n", replication.place,
                  replication.title, replication.name, experiments_of(replication));
  text += table_head({"claim", "place", "paper", "here", "margin", "verdict", "differs"}, 7);
  each_claim(assessment, [&](const Claim& claim, const Judgement& judgement) {
    text +=
        table_line({cell(claim.text), cell(claim.place), cell(claim.paper), cell(judgement.ours),
                    margin_text(judgement.margin), verdict_cell(judgement), cell(claim.differs)});
  });
  return text + reasons_of(assessment);
}

std::string aims_section(const Assessment& assessment) {
  const ClaimSet& aims = assessment.replication;
  std::string text = fmt::format("## {}\n\n`stiffbench check aims {}` ({})\n\n", aims.title,
                                 aims.name, experiments_of(aims));
  text += table_head({"aim", "set by", "on", "before", "here", "margin", "verdict"}, 7);
  each_claim(assessment, [&](const Claim& aim, const Judgement& judgement) {
    const AimOrigin& origin = *aim.origin;
    text +=
        table_line({cell(aim.text), cell(origin.set_by), origin.set_on, cell(origin.before),
                    cell(judgement.ours), margin_text(judgement.margin), verdict_cell(judgement)});
  });
  return text + reasons_of(assessment);
}

std::string paper_page(const std::vector<Assessment>& replications, const std::string& command) {
  const ClaimSet& first = replications.front().replication;
  std::string text = fmt::format("# {}\n\n", first.paper);
  if (!first.doi.empty()) text += fmt::format("doi:{}\n\n", first.doi);
  text += fmt::format(head, command, "../../../") + " " + times_and_margins;
  for (const Assessment& one : replications) text += "\n" + replication_section(one);
  return text;
}

std::string replication_page(const Assessment& assessment) {
  const ClaimSet& replication = assessment.replication;
  std::string text = fmt::format("# {}\n\n", replication.paper);
  if (!replication.doi.empty())
    text += fmt::format("[doi:{0}](https://doi.org/{0})\n\n", replication.doi);
  return text + times_and_margins + "\n" + replication_section(assessment) +
         folded("Every claim of " + replication.place + " beside the paper",
                readings_of(assessment) + bands);
}

std::string claims_index(const std::vector<Assessment>& replications, const std::string& command) {
  std::string text = fmt::format(
      "# What the papers state, and what is measured here\n\nThis page is written by `{}`. "
      "A replication repeats a figure, a table or a section of a paper. [Every claim beside its "
      "paper](claims.md) has each statement with the rule that judges it. Aims of this suite are "
      "[apart](aims.md).\n\n",
      command);
  std::vector<std::string> titles{"replication", "of"};
  for (const char* word : names_of(ClaimVerdict{})) titles.emplace_back(word);
  text += table_head(titles, 2);
  std::array<int, names_of(ClaimVerdict{}).size()> sums{};
  for (const Assessment& one : replications) {
    const auto counts = counts_of(one);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += counts[i];
    text += fmt::format("| [{}](replications/{}.md) | {}, {} | {} |\n", one.replication.name,
                        one.replication.page(), one.replication.paper, one.replication.place,
                        fmt::join(counts, " | "));
  }
  return text + fmt::format("| all | | {} |\n", fmt::join(sums, " | "));
}

std::string second_reading(const std::vector<Assessment>& replications,
                           const std::string& command) {
  std::string text = "# Every claim beside its paper\n\n" + fmt::format(head, command, "../../") +
                     " Have the paper open: each claim has its place, the paper's statement there "
                     "in other words, and the rule that judges it. [Before and "
                     "after](claims_before_and_after.md) lists why claims changed.\n" +
                     bands;
  std::string paper;
  for (const Assessment& one : replications) {
    if (one.replication.paper != paper) text += fmt::format("\n## {}\n", one.replication.paper);
    paper = one.replication.paper;
    text += fmt::format("\n### {}: {} (`{}`)\n", one.replication.place, one.replication.title,
                        one.replication.name);
    text += readings_of(one);
  }
  return text;
}

std::string aims_page(const std::vector<Assessment>& aims, const std::string& command) {
  std::string text = "# Aims of this suite\n\n" + fmt::format(head, command, "../../") +
                     " An aim says who set it, when, and before which measurement. No total of "
                     "papers' claims contains it.\n";
  for (const Assessment& one : aims) text += "\n" + aims_section(one);
  return text;
}

}  // namespace stiffbench
