#pragma once

#include "harness/records/select.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Runs a script that draws, given by its path from the repository's root, with these arguments.
/// Where the folder has records, the script also gets the rows of the selected ones as --rows FILE,
/// with one figure_row() on each line, of the code that `code` names
/// (records/code/choose_code.hpp). Returns the script's exit status.
int draw(const std::string& script, std::vector<std::string> arguments, const std::string& folder,
         const std::string& code, const RecordSelection& selection = {});

}  // namespace stiffbench
