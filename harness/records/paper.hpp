#pragma once

#include "harness/io/json.hpp"

#include <optional>
#include <string>

namespace stiffbench {

/// A paper's table, by its file or its name in results/tables, that follows this schema of
/// results/schema ("paper_table", "paper_outputs").
Json read_paper(const std::string& name, const std::string& schema);

/// Whether a problem of a table is the one that a row of a paper's table stands beside: of that
/// name, and with every parameter that it names at the value that it names.
bool is_problem(const Json& problem, const Json& asked);

/// The paper's name for one of our integrators, or nothing; `methods` as in the schemas.
std::optional<std::string> paper_name(const Json& methods, const Json& integrator);

}  // namespace stiffbench
