#pragma once

#include "base/stopwatch.hpp"
#include "harness/io/json.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// A file of JSON lines that only grows. Each line is written at once, so that the death of this
/// program loses none, and is on the disk half a second later, so that the death of the machine
/// loses few: to wait for the disk after every line would take longer than short runs do. One
/// process at a time can hold the file open.
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
  /// Brings the lines to the disk if some have waited for half a second. A program that appends
  /// nothing for a while calls it now and then.
  void sync_when_due();
  /// Brings all lines to the disk.
  void sync();

 private:
  void read_lines();
  [[noreturn]] void fail(int code) const;

  std::filesystem::path path_;
  int fd_;
  std::vector<std::string> lines_;
  bool waits_for_disk_ = false;
  Stopwatch since_sync_;
};

}  // namespace stiffbench
