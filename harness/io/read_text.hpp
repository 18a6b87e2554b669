#pragma once

#include <filesystem>
#include <string>

namespace stiffbench {

/// The text of a file. One that cannot be read is an Error.
std::string read_text(const std::filesystem::path& path);

}  // namespace stiffbench
