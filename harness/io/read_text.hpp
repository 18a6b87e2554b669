#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace stiffbench {

/// The most bytes of a file that is read as a whole.
constexpr long most_bytes_of_text = 64L << 20;

/// The text of a file or a pipe. One that cannot be read, that is another thing, as a folder or a
/// device, or that is larger than most_bytes_of_text is an Error.
std::string read_text(const std::filesystem::path& path);

/// Opens a file that is there. One that cannot be opened is an Error with the system's reason.
std::ifstream open_to_read(const std::filesystem::path& path);

/// What to do where the system refuses a path for this reason (errno).
std::string remedy_for_path(int reason);

}  // namespace stiffbench
