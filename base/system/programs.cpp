#include "base/system/programs.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <stdlib.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

/// The file actions that change the child's working folder and redirect its streams between fork
/// and exec.
class FileActions {
 public:
  FileActions(const fs::path& log, const fs::path& folder) {
    ::posix_spawn_file_actions_init(&actions_);
    if (!folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    if (log.empty()) return;
    ::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                       0600);
    ::posix_spawn_file_actions_adddup2(&actions_, 1, 2);
  }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// Returns the null-terminated array of pointers into `words` that exec takes.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

std::string ProgramEnd::text() const {
  if (start_error != 0) return std::generic_category().message(start_error);
  return signal != 0 ? fmt::format("signal {}", signal) : fmt::format("status {}", status);
}

ProgramEnd run_program(const std::string& program, const std::vector<std::string>& arguments,
                       const fs::path& log, const std::optional<ProgramPlace>& place) {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = place ? place->environment : environment_variables();

  std::fflush(nullptr);  // this program's buffered output precedes the child's output
  const FileActions actions(log, place ? place->folder : fs::path());
  pid_t child = 0;
  if (const int code = ::posix_spawnp(&child, program.c_str(), actions.get(), nullptr,
                                      pointers_to(words).data(), pointers_to(variables).data()))
    return {.start_error = code};
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  if (WIFEXITED(status)) return {.status = WEXITSTATUS(status)};
  return {.signal = WTERMSIG(status)};
}

std::vector<std::string> environment_variables() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable)
    variables.emplace_back(*variable);
  return variables;
}

std::string shell_word(const std::string& text) {
  const bool is_plain = text.find_first_of(" \t\n\"'$*?[]{}()<>|&;\\~#`!") == std::string::npos;
  if (is_plain && !text.empty()) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

std::string last_line(const fs::path& log) {
  std::ifstream file(log);
  std::string last = "no output";
  for (std::string line; std::getline(file, line);)
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  return last;
}

ScratchFolder::ScratchFolder() {
  std::string name = (fs::temp_directory_path() / "stiffbench-XXXXXX").string();
  if (!::mkdtemp(name.data()))
    throw Error("a child program needs a scratch folder",
                name + ": " + std::generic_category().message(errno),
                "set TMPDIR to a folder that can be written");
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

bool is_executable(const fs::path& path) {
  std::error_code ignored;  // a folder that cannot be searched
  return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

fs::path find_on_path(const std::string& program) {
  const char* folders = std::getenv("PATH");
  std::istringstream list(folders ? folders : "");
  for (std::string folder; std::getline(list, folder, ':');)
    if (const fs::path path = fs::path(folder) / program; is_executable(path)) return path;
  return {};
}

fs::path find_own_program(const std::string& program) {
  Dl_info library{};
  if (!::dladdr(reinterpret_cast<const void*>(&find_own_program), &library)) return {};
  const fs::path folder = fs::canonical(library.dli_fname).parent_path();
  if (is_executable(folder / program)) return folder / program;
  for (fs::path prefix = folder; prefix.has_relative_path(); prefix = prefix.parent_path())
    if (const fs::path path = prefix / "bin" / program; is_executable(path)) return path;
  return {};
}

}  // namespace stiffbench
