#pragma once

#include "harness/replications/claims/replication.hpp"

#include <filesystem>

namespace stiffbench {

/// A replication with the judgement of each of its claims, in order.
struct Assessment {
  ClaimSet replication;
  std::vector<Judgement> judgements;
};

/// Reads the records of the replication's experiments, each from the folder of its name in
/// `folder`. An experiment without records is absent from the result. `code` selects among records
/// of several codes (harness/records/code/choose_code.hpp); empty: all of them.
Evidence read_evidence(const ClaimSet& replication, const std::filesystem::path& folder,
                       const std::string& code);

Assessment assess(ClaimSet replication, const Evidence& evidence);

/// Returns the words of a verdict, such as "holds in part".
const char* words_of(ClaimVerdict verdict);

/// Converts the verdicts, with the numbers on which they are based, to a document
/// (results/schema/assessment.schema.json).
Json to_json(const Assessment& assessment);

/// Counts the claims of each verdict, in the order of ClaimVerdict.
std::array<int, names_of(ClaimVerdict{}).size()> counts_of(const Assessment& assessment);

}  // namespace stiffbench
