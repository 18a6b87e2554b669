#pragma once

#include "harness/records/record.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// Help text and values of `--settings` in commands that read records.
inline constexpr const char* settings_choice_doc =
    "Records of which settings, where a run has both: tuned (default) or default; where a run has "
    "tuned ones alone, default takes the time that their search measured, with the tuned run's "
    "error";
inline const std::vector<std::string> settings_choices{"tuned", "default"};

/// Returns, in order, the records of the settings selected by `choice`. "tuned" leaves out a record
/// of default settings if a tuned record of the same request and code is there; "default" leaves
/// out the tuned record instead, or puts with_requested_settings() in its place if it is alone, and
/// throws an Error if none is left. Of several records of one request, as sweeps with other repeats
/// or other code of the search leave them, the last one counts.
std::vector<Record> choose_settings(const std::vector<Record>& records, const std::string& choice);

/// Returns a tuned record with its requested settings in place of the chosen ones: with the time
/// that the search measured for them, and without calls and memory, which it did not. The error is
/// that of the tuned run, from which it differs by about a tenth. Returns nothing if the requested
/// settings do not keep the result, or were not timed.
std::optional<Record> with_requested_settings(Record record);

}  // namespace stiffbench
