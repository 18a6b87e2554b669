#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace stiffbench {

/// Maximum size of a file that is read as a whole (bytes).
constexpr long most_bytes_of_text = 64L << 20;

/// Returns the text of a file or a pipe. Throws an Error if it cannot be read, is a folder, a
/// device or the like, or is larger than most_bytes_of_text.
std::string read_text(const std::filesystem::path& path);

/// Opens an existing file. Failure is an Error with the system's reason.
std::ifstream open_to_read(const std::filesystem::path& path);

/// Returns the remedy for a path that the system refuses with this errno.
std::string remedy_for_path(int reason);

}  // namespace stiffbench
