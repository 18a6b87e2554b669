#pragma once

#include <filesystem>

namespace stiffbench {

/// Writes the pages of results into a folder, from the records shipped with the program. A file
/// there that is not such a page is an Error.
void write_pages(const std::filesystem::path& folder);

}  // namespace stiffbench
