#pragma once

#include <string>
#include <vector>

namespace stiffbench {

/// Runs a script that draws (named from the repository's root) with these arguments and, where the
/// folder has records, hands it their rows: --rows FILE, one figure_row() a line. The script's exit
/// status.
int draw(const std::string& script, std::vector<std::string> arguments, const std::string& folder);

}  // namespace stiffbench
