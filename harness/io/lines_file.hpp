#pragma once

#include "base/system/stopwatch.hpp"
#include "harness/io/json.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// An open file that one process at a time holds. The Error of a second process names the file.
class FileAlone {
 public:
  /// Opens the file with these flags of open(2).
  FileAlone(const std::filesystem::path& path, int flags);
  ~FileAlone();
  FileAlone(const FileAlone&) = delete;
  FileAlone& operator=(const FileAlone&) = delete;
  int descriptor() const { return fd_; }

 private:
  int fd_;
};

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

  /// The lines that the file had when it was opened.
  const std::vector<std::string>& lines() const { return lines_; }
  /// The lines() that are JSON objects with a text under this key. Others are left out with a note.
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

  std::filesystem::path path_;
  FileAlone file_;
  std::vector<std::string> lines_;
  bool waits_for_disk_ = false;
  Stopwatch since_sync_;
};

}  // namespace stiffbench
