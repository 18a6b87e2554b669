#pragma once

#include "harness/targets/assessment.hpp"

namespace stiffbench {

/// The page of one paper's targets in Markdown: verdicts, sentences, and the numbers behind them.
/// `command` made it.
std::string paper_page(const std::vector<Assessment>& targets, const std::string& command);

/// The table of contents of the pages of papers, with how many claims have each verdict.
std::string claims_index(const std::vector<Assessment>& targets, const std::string& command);

/// The page on which a reader checks every claim beside its paper: place, statement, rule in words,
/// numbers, margin, verdict.
std::string second_reading(const std::vector<Assessment>& targets, const std::string& command);

/// The page of this suite's own aims: who set each, when and before which measurement.
std::string aims_page(const std::vector<Assessment>& aims, const std::string& command);

/// The verdicts of one target, or of one set of aims, under a heading.
std::string target_section(const Assessment& target);
std::string aims_section(const Assessment& aims);

}  // namespace stiffbench
