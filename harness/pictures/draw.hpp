#pragma once

#include "harness/io/json.hpp"
#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Runs a drawing script, given by its path from the repository's root, with these arguments. Rows,
/// if any, are passed as --rows FILE with one figure_row() per line, and `facts`, unless null, as
/// --facts FILE. Returns the script's exit status.
int draw(const std::string& script, std::vector<std::string> arguments,
         const std::vector<Row>& rows, const Json& facts = nullptr);

}  // namespace stiffbench
