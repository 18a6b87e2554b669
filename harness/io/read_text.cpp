#include "harness/io/read_text.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace stiffbench {

namespace fs = std::filesystem;

std::string remedy_for_path(int reason) {
  if (reason == EACCES || reason == EPERM)
    return "give yourself the permission to read it and the folders above (chmod u+rX)";
  if (reason == ELOOP) return "its symbolic links lead to each other: make one lead to a file";
  if (reason == ENAMETOOLONG) return "give a shorter path";
  if (reason == ENOSPC || reason == EDQUOT) return "make room on that disk";
  return "check the path";
}

std::ifstream open_to_read(const fs::path& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const int reason = errno;
    throw Error("a file that is read must be readable",
                fmt::format("{}: {}", path.string(), std::generic_category().message(reason)),
                remedy_for_path(reason));
  }
  return file;
}

std::string read_text(const fs::path& path) {
  std::error_code ignored;  // open_to_read() reports the reason
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_fifo(status))
    throw Error("only files and pipes are read",
                fmt::format("{}, which is a {}", path.string(),
                            fs::is_directory(status) ? "folder" : "device or socket"),
                "give a file");
  std::ifstream file = open_to_read(path);
  std::string text;
  std::array<char, 1 << 16> piece{};
  while (file.read(piece.data(), piece.size()), file.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
    if (static_cast<long>(text.size()) > most_bytes_of_text)
      throw Error(fmt::format("a file of text has at most {} MiB", most_bytes_of_text >> 20),
                  path.string() + ", which is larger", "give another file, or split it");
  }
  if (file.bad())
    throw Error("a file that is read must be readable", path.string(), "check its disk");
  return text;
}

}  // namespace stiffbench
