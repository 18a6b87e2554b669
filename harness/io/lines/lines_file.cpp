#include "harness/io/lines/lines_file.hpp"

#include "base/error.hpp"
#include "harness/io/lines/damaged_lines.hpp"
#include "harness/io/lines/parse_line.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

std::string remedy(int code) {
  if (code == ENOSPC || code == EDQUOT)
    return "make room on that disk and run again: what is there is kept";
  if (code == EFBIG) return "raise the limit of the file size (ulimit -f) and run again";
  if (code == EWOULDBLOCK) return "wait for the other stiffbench, or choose another --out";
  if (code == ENOENT) return "leave the folder alone while a sweep runs, and run it again";
  return "choose a folder that can be written";
}

[[noreturn]] void fail(const fs::path& path, int code) {
  throw Error("records must be appended to " + path.string(), std::strerror(code), remedy(code));
}

/// Creates the folder of a file; returns the file.
const fs::path& make_folder(const fs::path& path) {
  std::error_code code;
  fs::create_directories(path.parent_path(), code);
  if (code)
    throw Error("a folder for records must be there",
                path.parent_path().string() + ": " + code.message(),
                "choose a folder that can be written");
  return path;
}

}  // namespace

FileAlone::FileAlone(const fs::path& path, int flags)
    : fd_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
  if (fd_ < 0) fail(path, errno);
  if (::flock(fd_, LOCK_EX | LOCK_NB) == 0) return;
  const int code = errno;
  ::close(fd_);
  fail(path, code);
}

FileAlone::~FileAlone() { ::close(fd_); }

LinesFile::LinesFile(const fs::path& path)
    : path_(path), file_(make_folder(path), O_RDWR | O_CREAT | O_APPEND) {
  if (fs::is_regular_file(path)) read_lines();
}

LinesFile::~LinesFile() {
  if (waits_for_disk_) ::fsync(file_.descriptor());
}

void LinesFile::read_lines() {
  std::ifstream file(path_, std::ios::binary);
  std::stringstream stream;
  stream << file.rdbuf();
  const std::string text = stream.str();
  std::size_t start = 0;
  for (std::size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
    lines_.push_back(text.substr(start, end - start));
  if (start == text.size()) return;
  fmt::print(stderr, "stiffbench: {}: cutting off an incomplete last line ({} bytes)\n",
             path_.string(), text.size() - start);
  if (::ftruncate(file_.descriptor(), static_cast<off_t>(start)) != 0) fail(path_, errno);
}

std::vector<Json> LinesFile::objects(const std::string& key) const {
  std::vector<Json> all;
  DamagedLines damaged(path_);
  long number = 0;
  for (const auto& line : lines_) {
    ++number;
    Json object = parse_line(line);
    if (object.is_object() && object.contains(key) && object[key].is_string())
      all.push_back(std::move(object));
    else
      damaged.add(number, "a malformed line");
  }
  return all;
}

void LinesFile::append(const std::string& line) {
  const int fd = file_.descriptor();
  const off_t before = ::lseek(fd, 0, SEEK_END);
  const std::string text = line + "\n";
  int code = 0;
  for (std::size_t sent = 0; sent < text.size() && code == 0;) {
    const auto now = ::write(fd, text.data() + sent, text.size() - sent);
    if (now < 0 && errno != EINTR) code = errno;
    if (now > 0) sent += static_cast<std::size_t>(now);
  }
  struct stat file {};
  if (code == 0 && ::fstat(fd, &file) == 0 && file.st_nlink == 0)
    code = ENOENT;  // the file has been removed
  if (code == 0) {
    waits_for_disk_ = true;
    return sync_when_due();
  }
  // A device cannot be truncated, which is not an error. The error of the write is reported.
  if (::ftruncate(fd, before) != 0 && errno != EINVAL)
    fmt::print(stderr, "stiffbench: {}: the incomplete last line could not be cut off\n",
               path_.string());
  fail(path_, code);
}

void LinesFile::sync_when_due() {
  constexpr double wait = 0.5;
  if (waits_for_disk_ && since_sync_.seconds() > wait) sync();
}

void LinesFile::sync() {
  // EINVAL: a device
  if (::fsync(file_.descriptor()) != 0 && errno != EINVAL) fail(path_, errno);
  waits_for_disk_ = false;
  since_sync_ = {};
}

}  // namespace stiffbench
