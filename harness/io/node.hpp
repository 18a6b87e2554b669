#pragma once

#include <string>
#include <vector>

namespace stiffbench {

/// Runs a script that comes with stiffbench (named from the repository's root) with Node.js, on
/// this program's own output streams; its exit status. Without Node.js an Error.
int run_node(const std::string& script, const std::vector<std::string>& arguments);

}  // namespace stiffbench
