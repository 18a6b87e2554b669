#pragma once

#include "harness/io/json.hpp"

#include <optional>
#include <string>

namespace stiffbench {

/// Reads a paper's table by its file or its name in results/tables. It must follow this schema of
/// results/schema: "paper_table" or "paper_outputs".
Json read_paper(const std::string& name, const std::string& schema);

/// True if a problem of our table is the one that a row of a paper's table is about. The name and
/// all parameters of `pattern` must be those of the problem.
bool is_problem(const Json& problem, const Json& pattern);

/// The paper's name for one of our integrators, or nothing. `methods` is the entry of that name in
/// the paper's table.
std::optional<std::string> paper_name(const Json& methods, const Json& integrator);

}  // namespace stiffbench
