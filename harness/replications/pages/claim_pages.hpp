#pragma once

#include "harness/replications/assessment.hpp"

namespace stiffbench {

/// Returns the Markdown page of one paper's replications: verdicts, sentences, and the numbers
/// behind them. `command` is the command that creates the page.
std::string paper_page(const std::vector<Assessment>& replications, const std::string& command);

/// Returns the page of one replication for reports of its experiments: verdicts, and every claim
/// beside its paper. Pages of one paper begin with the same title.
std::string replication_page(const Assessment& replication);

/// Returns the table of contents of the pages of papers, with the number of claims per verdict.
std::string claims_index(const std::vector<Assessment>& replications, const std::string& command);

/// Returns the page for checking every claim against its paper: place, statement, rule in words,
/// numbers, margin, verdict.
std::string second_reading(const std::vector<Assessment>& replications, const std::string& command);

/// Returns the page of this suite's own aims: author, date and the measurement that each preceded.
std::string aims_page(const std::vector<Assessment>& aims, const std::string& command);

/// Returns the verdicts of one replication, or of one set of aims, under a heading.
std::string replication_section(const Assessment& replication);
std::string aims_section(const Assessment& aims);

}  // namespace stiffbench
