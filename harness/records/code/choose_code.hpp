#pragma once

#include "harness/records/record.hpp"

#include <set>
#include <string>
#include <vector>

namespace stiffbench {

/// Help text of `--code` in every command that reads records.
inline constexpr const char* code_choice_doc =
    "Records of which code: current (this program's, else the newest; default), all, or one whose "
    "hash begins so";

/// Returns the id of the record's code; empty if unknown.
std::string id_of_code(const Record& record);

/// Lists the first names in one line, with the number of the remaining ones.
std::string list_of(const std::set<std::string>& names);

/// Returns a key that is equal for records of one curve: one method with its parameters as
/// requested, on one problem, with one number of threads. A curve joins steps and tolerances, and
/// may contain records of several codes.
std::string curve_of(const Record& record);

/// Returns, in order, the records of the code selected by `choice`: "current", "all", or the
/// beginning of a hash in Record::code. "current" selects one code per curve: that of this program
/// if the curve has it, else that of its last record. Messages on stderr report omitted records and
/// records of another program. Throws an Error if no record has the hash.
std::vector<Record> choose_code(const std::vector<Record>& records, const std::string& choice);

}  // namespace stiffbench
