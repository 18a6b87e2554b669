#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// The end of a child program: its exit status, a signal, or a failure to start.
struct ProgramEnd {
  int start_error = 0;  ///< errno when the program could not be started, else 0
  int status = 0;       ///< its exit status; 0 when a signal ended it
  int signal = 0;       ///< the signal that ended it, or 0

  bool ok() const { return start_error == 0 && status == 0 && signal == 0; }
  /// "status 3", "signal 9", or the system's words for start_error.
  std::string text() const;
};

/// Where a child program runs, if not as this one does.
struct ProgramPlace {
  std::filesystem::path folder = {};  ///< its working folder, where its name is looked up
  std::vector<std::string> environment = {};  ///< "NAME=VALUE", all that it gets
};

/// Runs a program, which is looked up on the PATH unless its name has a slash, with these arguments
/// and waits for its end. Given a log file, both output streams are appended to it and standard
/// input is empty; else the program shares the three streams of this one.
ProgramEnd run_program(const std::string& program, const std::vector<std::string>& arguments,
                       const std::filesystem::path& log = {},
                       const std::optional<ProgramPlace>& place = {});

/// The variables of this process, as a child gets them.
std::vector<std::string> environment_variables();

/// The text as one word of a shell's command: in quotes if the shell would read it otherwise.
std::string shell_word(const std::string& text);

/// The last line of a log that says something, or "no output".
std::string last_line(const std::filesystem::path& log);

/// An empty folder for the files of a child program, removed at the end. A folder that cannot be
/// made is an Error.
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

/// The first executable file of this name in the folders of PATH; an empty path if there is none.
std::filesystem::path find_on_path(const std::string& program);

/// A program that comes with stiffbench: beside the library in a build, in PREFIX/bin of an
/// installation; an empty path if there is none.
std::filesystem::path find_own_program(const std::string& program);

/// True when the path names a file that this user may execute.
bool is_executable(const std::filesystem::path& path);

}  // namespace stiffbench
