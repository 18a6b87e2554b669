#pragma once

#include "harness/io/json.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// A file of JSON lines that only grows, line by line, each on the disk before the next: a crash
/// loses at most the line being written. One process at a time.
class LinesFile {
 public:
  /// Opens the file, making it and its folder when missing. An incomplete last line, left by a
  /// killed program, is cut off with a message on stderr. An unwritable folder, and a file that
  /// another process holds open here, are Errors.
  explicit LinesFile(const std::filesystem::path& path);
  ~LinesFile();
  LinesFile(const LinesFile&) = delete;
  LinesFile& operator=(const LinesFile&) = delete;

  /// The whole lines that were there when the file was opened.
  const std::vector<std::string>& lines() const { return lines_; }
  /// The same lines as JSON objects, each with a text under this key; any other line is an Error.
  std::vector<Json> objects(const std::string& key) const;
  /// On a full disk the file is cut back to its whole lines, and that is an Error; so is a file
  /// that somebody has removed.
  void append(const std::string& line);

 private:
  void read_old();
  [[noreturn]] void fail(int code) const;

  std::filesystem::path path_;
  int fd_;
  std::vector<std::string> lines_;
};

}  // namespace stiffbench
