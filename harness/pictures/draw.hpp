#pragma once

#include "harness/io/json.hpp"
#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Runs a script that draws, given by its path from the repository's root, with these arguments. It
/// also gets the rows, where there are any, as --rows FILE with one figure_row() on each line, and
/// `facts`, unless it is null, as --facts FILE. Returns the script's exit status.
int draw(const std::string& script, std::vector<std::string> arguments,
         const std::vector<Row>& rows, const Json& facts = nullptr);

}  // namespace stiffbench
