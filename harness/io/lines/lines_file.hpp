#pragma once

#include "base/system/stopwatch.hpp"
#include "harness/io/json.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench {

/// An open file held by one process at a time. A second process gets an Error that names the file.
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

/// An append-only file of JSON lines. Each line is written immediately, so that no line is lost
/// when this program dies, and synced to the disk within half a second, so that few are lost when
/// the machine fails: syncing after every line would take longer than short runs do. Only one
/// process at a time can hold the file open.
class LinesFile {
 public:
  /// Opens the file, creating it and its folder if necessary. An incomplete last line, which a
  /// killed program may leave, is removed with a message on stderr. A folder that is not writable
  /// and a file held open by another process are Errors.
  explicit LinesFile(const std::filesystem::path& path);
  ~LinesFile();

  /// Returns the lines that the file had when it was opened.
  const std::vector<std::string>& lines() const { return lines_; }
  /// Returns the lines() that are JSON objects with a string under this key. The others are skipped
  /// with a note.
  std::vector<Json> objects(const std::string& key) const;
  /// Writes a line. If the disk is full, the file is truncated to its complete lines and an Error
  /// is thrown. A file that has been removed in the meantime is an Error, too.
  void append(const std::string& line);
  /// Syncs the file if lines have waited for half a second. Programs that append nothing for a
  /// while call it periodically.
  void sync_when_due();
  /// Syncs all lines to the disk.
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
