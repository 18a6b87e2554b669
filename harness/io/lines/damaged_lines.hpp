#pragma once

#include <filesystem>
#include <string>

namespace stiffbench {

/// Counts the lines of a file of records that are not records. They are skipped, and the destructor
/// prints a note.
class DamagedLines {
 public:
  static constexpr const char* remedy =
      "delete that line, and the command of the sweep makes its run again";

  explicit DamagedLines(std::filesystem::path file) : file_(std::move(file)) {}
  /// Prints the note if there was a damaged line.
  ~DamagedLines();
  DamagedLines(const DamagedLines&) = delete;
  DamagedLines& operator=(const DamagedLines&) = delete;

  /// Adds a line by its number, counted from 1. `reason` states the damage.
  void add(long number, const std::string& reason);

 private:
  std::filesystem::path file_;
  long count_ = 0, first_ = 0;
  std::string reason_;  // of the first damaged line
};

}  // namespace stiffbench
