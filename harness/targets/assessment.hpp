#pragma once

#include "harness/targets/claims/rules.hpp"

#include <filesystem>

namespace stiffbench {

/// A target with the judgement of each of its claims, in their order.
struct Assessment {
  PaperTarget target;
  std::vector<Judgement> judgements;
};

/// Reads the records of the target's experiments, each from the folder of its name in `folder`.
/// What no sweep has left there is missing. `code` chooses among records of several codes
/// (harness/records/code/choose_code.hpp); empty: all of them.
Evidence read_evidence(const PaperTarget& target, const std::filesystem::path& folder,
                       const std::string& code);

Assessment assess(const PaperTarget& target, const Evidence& evidence);

/// The verdicts as a document, with every number behind them
/// (results/schema/assessment.schema.json).
Json to_json(const Assessment& assessment);

/// The page of one paper's targets in Markdown: verdicts, sentences, and the numbers behind them.
/// `command` made it.
std::string markdown_page(const std::vector<Assessment>& assessments, const std::string& command);
/// The table of contents of all pages, with how many claims hold.
std::string markdown_index(const std::vector<Assessment>& assessments, const std::string& command);
/// The verdicts of one target alone, under a heading.
std::string markdown_section(const Assessment& assessment);

}  // namespace stiffbench
