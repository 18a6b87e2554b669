#pragma once

#include "harness/io/json.hpp"
#include "harness/records/record.hpp"

#include <optional>
#include <string>

namespace stiffbench {

/// Reads a paper's table, given by its file or its name in results/tables. It must satisfy this
/// schema of results/schema: "paper_table" or "paper_outputs".
Json read_paper(const std::string& name, const std::string& schema);

/// Returns true if a problem is the one described by a row of a paper's table: its name and all
/// parameters of `pattern` agree.
bool is_problem(const Record::ProblemPart& problem, const Json& pattern);

/// Returns the paper's name for one of our integrators, or nothing. `methods` is the entry
/// "methods" of the paper's table.
std::optional<std::string> paper_name(const Json& methods, const std::string& integrator);

}  // namespace stiffbench
