#pragma once

#include "harness/targets/claims/rules.hpp"

#include <filesystem>

namespace stiffbench {

/// Writes the records that the targets' rules are about, small: numbers with ten digits, of the
/// environment what names the build and the machine, no series but those that a rule reads. They go
/// to `into`/EXPERIMENT/records.jsonl with the experiment itself, whole or not at all; what stood
/// there is replaced. `evidence` has the rows of all experiments of these targets. Returns the
/// names of the files.
std::vector<std::string> write_small_records(const std::vector<PaperTarget>& targets,
                                             const Evidence& evidence,
                                             const std::filesystem::path& from,
                                             const std::filesystem::path& into);

}  // namespace stiffbench
