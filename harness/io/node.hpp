#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// Runs a stiffbench script, given by its path from the repository's root, with Node.js. The script
/// writes to this program's output streams, or appends to the file `log`. Returns its exit status.
/// A Node.js that is missing or older than required by package.json is an Error.
int run_node(const std::string& script, const std::vector<std::string>& arguments,
             const std::filesystem::path& log = {});

}  // namespace stiffbench
