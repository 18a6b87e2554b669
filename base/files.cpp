#include "base/files.hpp"

#include "base/error.hpp"
#include "base/text/read_number.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <signal.h>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

std::string remedy(int code) {
  if (code == ENOSPC || code == EDQUOT) return "make room on that disk";
  return "choose a folder that can be written (STIFFBENCH_CACHE names the cache's)";
}

[[noreturn]] void fail(const fs::path& path, int code) {
  throw Error("cannot write " + path.string(), std::generic_category().message(code), remedy(code));
}

class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (fd_ < 0) fail(path, errno);
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  // Network file systems report a full disk only when a file is closed.
  void close(const fs::path& path) {
    if (::close(std::exchange(fd_, -1)) != 0) fail(path, errno);
  }

 private:
  int fd_;
};

void to_disk(const fs::path& path, int flags) {
  Descriptor file(path, flags);
  // EINVAL: some file systems do not support fsync for folders.
  if (::fsync(file.get()) != 0 && errno != EINVAL) fail(path, errno);
  file.close(path);
}

/// The name of this machine. Process IDs are unique on one machine only.
std::string machine() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// Removes the temporary files for this target that killed processes of this machine have left.
/// Temporary files of other machines stay, because their processes may be alive.
void remove_stale_parts(const fs::path& target, const std::string& prefix) {
  std::error_code ignored;  // a file that cannot be removed does no harm
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(".part")) continue;
    const std::string_view rest = std::string_view(name).substr(prefix.size());
    const auto process = read_number<pid_t>(rest.substr(0, rest.find('.')));
    if (process && *process > 0 && ::kill(*process, 0) != 0 && errno == ESRCH)
      fs::remove(entry.path(), ignored);
  }
}

/// A temporary file beside the target, "TARGET.MACHINE.PROCESS.NUMBER.part".
class Temporary {
 public:
  explicit Temporary(const fs::path& target) : path_(target) {
    static std::atomic<int> count = 0;
    const std::string ending = fmt::format(".{}.", machine());
    remove_stale_parts(target, target.filename().string() + ending);
    path_ += fmt::format("{}{}.{}.part", ending, ::getpid(), count++);
  }
  ~Temporary() {
    std::error_code ignored;  // after the rename the file no longer exists
    fs::remove(path_, ignored);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

void write_atomically(const fs::path& path, const std::function<void(const fs::path&)>& writer) {
  std::error_code code;
  const auto status = fs::status(path, code);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw Error("a file can only take the place of a file", path.string() + " (a folder or device)",
                "choose another name");
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  fs::create_directories(folder, code);
  if (code) fail(folder, code.value());

  const Temporary temporary(path);
  writer(temporary.path());
  to_disk(temporary.path(), O_RDWR);
  fs::rename(temporary.path(), path, code);
  if (code) fail(path, code.value());
  to_disk(folder, O_RDONLY | O_DIRECTORY);
}

void write_atomically(const fs::path& path, std::string_view contents) {
  write_atomically(path, [&](const fs::path& temporary) {
    Descriptor file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    while (!contents.empty()) {
      const auto written = ::write(file.get(), contents.data(), contents.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(path, errno);
      contents.remove_prefix(static_cast<std::size_t>(written));
    }
    file.close(path);
  });
}

}  // namespace stiffbench
