#pragma once

#include <filesystem>

namespace stiffbench {

/// Writes the pages of results from the records that come with the program into a folder. A file
/// there that is no such page is an Error.
void write_pages(const std::filesystem::path& folder);

}  // namespace stiffbench
