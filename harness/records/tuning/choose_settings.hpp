#pragma once

#include "harness/records/record.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Help text and values of `--settings` in commands that read records.
inline constexpr const char* settings_choice_doc =
    "Records of which settings, where a run has both: tuned (default) or default; default leaves "
    "out all tuned ones";
inline const std::vector<std::string> settings_choices{"tuned", "default"};

/// Returns, in order, the records of the settings selected by `choice`. "tuned" leaves out a record
/// of default settings if a tuned record of the same request and code is there; "default" leaves
/// out every tuned record, and throws an Error if no other is left. Of several records of one
/// request, as sweeps with other repeats or other code of the search leave them, the last one
/// counts.
std::vector<Record> choose_settings(const std::vector<Record>& records, const std::string& choice);

}  // namespace stiffbench
