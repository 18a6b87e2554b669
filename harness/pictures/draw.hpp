#pragma once

#include "harness/io/json.hpp"
#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Runs a drawing script, given by its path from the repository's root, with these arguments. Rows,
/// if any, are passed as --rows FILE with one figure_row() per line, and `facts`, unless null, as
/// --facts FILE. The script writes to this program's output streams, or appends to the file `log`.
/// Returns its exit status.
int draw(const std::string& script, std::vector<std::string> arguments,
         const std::vector<Row>& rows, const Json& facts = nullptr,
         const std::filesystem::path& log = {});

/// Returns the facts that diagrams need: the methods of all rows. Colours, shapes and dashes are
/// assigned among all of them, so that they do not depend on the selection.
Json diagram_facts(const std::vector<Row>& all);

}  // namespace stiffbench
