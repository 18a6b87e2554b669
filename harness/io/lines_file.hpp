#pragma once

#include "harness/io/json.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// A file of JSON lines that only grows. Each line is on the disk before the next is written, so
/// that a crash loses at most one line. One process at a time can hold the file open.
class LinesFile {
 public:
  /// Opens the file, and makes it and its folder where they are missing. An incomplete last line,
  /// which a killed program may leave, is cut off with a message on stderr. A folder that cannot be
  /// written and a file that another process holds open are Errors.
  explicit LinesFile(const std::filesystem::path& path);
  ~LinesFile();
  LinesFile(const LinesFile&) = delete;
  LinesFile& operator=(const LinesFile&) = delete;

  /// The lines that the file had when it was opened.
  const std::vector<std::string>& lines() const { return lines_; }
  /// The lines() as JSON objects. Each must have a text under this key; any other line is an Error.
  std::vector<Json> objects(const std::string& key) const;
  /// Writes a line to the disk. When the disk is full, the file is cut back to its whole lines, and
  /// an Error is thrown. A file that has been removed meanwhile is an Error too.
  void append(const std::string& line);

 private:
  void read_lines();
  [[noreturn]] void fail(int code) const;

  std::filesystem::path path_;
  int fd_;
  std::vector<std::string> lines_;
};

}  // namespace stiffbench
