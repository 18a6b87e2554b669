#pragma once

#include <filesystem>
#include <string>

namespace stiffbench {

/// Returns the Markdown page that lists every experiment of the suite: those with records in
/// `folder` with the day, the code, the processor and the duration, the others with the time that
/// they are expected to take. `command` is the command that creates the page.
std::string experiments_page(const std::filesystem::path& folder, const std::string& command);

}  // namespace stiffbench
