#pragma once

#include <string>
#include <vector>

namespace stiffbench {

/// Runs a script of stiffbench, given by its path from the repository's root, with Node.js. It
/// writes to this program's output streams. Returns its exit status. A Node.js that is missing or
/// older than package.json asks for is an Error.
int run_node(const std::string& script, const std::vector<std::string>& arguments);

}  // namespace stiffbench
