#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// The way in which a child program ended: with an exit status, by a signal, or without a start.
struct ProgramEnd {
  int start_error = 0;  ///< errno when the program could not be started, else 0
  int status = 0;       ///< its exit status; 0 when a signal ended it
  int signal = 0;       ///< the signal that ended it, or 0

  bool ok() const { return start_error == 0 && status == 0 && signal == 0; }
  /// Returns "status 3", "signal 9", or the system's message for start_error.
  std::string text() const;
};

/// The working folder and environment of a child program, if they differ from those of this
/// process.
struct ProgramPlace {
  std::filesystem::path folder = {};          ///< where a relative program path begins
  std::vector<std::string> environment = {};  ///< all variables of the child, as "NAME=VALUE"
};

/// Runs a program with these arguments and waits for its end. A name without a slash is searched on
/// the PATH. With a log file, both output streams are appended to the file and standard input is
/// empty. Without one, the child shares the three standard streams of this process.
ProgramEnd run_program(const std::string& program, const std::vector<std::string>& arguments,
                       const std::filesystem::path& log = {},
                       const std::optional<ProgramPlace>& place = {});

/// Returns the environment variables of this process, as "NAME=VALUE".
std::vector<std::string> environment_variables();

/// Returns the text as one word of a shell command, in quotes if the shell would otherwise change
/// it.
std::string shell_word(const std::string& text);

/// Returns the last line of a log that is not blank, or "no output".
std::string last_line(const std::filesystem::path& log);

/// Creates an empty folder for the files of a child program, and removes it at destruction. Throws
/// an Error if the folder cannot be created.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Returns the first executable file of this name in the folders of PATH, or an empty path.
std::filesystem::path find_on_path(const std::string& program);

/// Returns the path of a program that comes with stiffbench, or an empty path. In a build the
/// program is beside the library, in an installation in PREFIX/bin.
std::filesystem::path find_own_program(const std::string& program);

/// Returns true if the path names a file that this user may execute.
bool is_executable(const std::filesystem::path& path);

}  // namespace stiffbench
