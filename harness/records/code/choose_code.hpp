#pragma once

#include "harness/records/record.hpp"

#include <set>
#include <string>
#include <vector>

namespace stiffbench {

/// What `--code` says in the help of every command that reads records.
inline constexpr const char* code_choice_doc =
    "Records of which code: current (this program's, else the newest; default), all, or one whose "
    "hash begins so";

/// The id of the record's code; empty where it is unknown.
std::string id_of_code(const Record& record);

/// The names in one line: the first ones, and how many more there are.
std::string list_of(const std::set<std::string>& names);

/// Text that is equal for records of one curve: one method, with its parameters as they were
/// requested, on one problem, with one number of threads. A curve joins steps and tolerances, and
/// may have records of several codes.
std::string curve_of(const Record& record);

/// The records of the code that `choice` names, in their order: "current", "all", or the beginning
/// of a hash in Record::code. The choice "current" takes one code for each curve: that of this
/// program where the curve has it, else that of its last record. What is left out, and what was not
/// made by this program's code, is said on stderr. An Error where no record has the hash.
std::vector<Record> choose_code(const std::vector<Record>& records, const std::string& choice);

}  // namespace stiffbench
