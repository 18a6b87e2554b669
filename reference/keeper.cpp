#include "reference/keeper.hpp"

#include "base/files.hpp"
#include "base/hash.hpp"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

namespace stiffbench::references {
namespace {

constexpr std::size_t checksum_length = 32;

std::string checksum(const std::string& bytes) {
  return Hasher().update("stiffbench.unfinished/1").update(bytes).hex();
}

}  // namespace

bool Keeper::fits(Eigen::Index rows, Eigen::Index columns, std::size_t size) {
  if (!reading_) return true;
  const auto left = static_cast<double>(bytes_.size() - at_);
  if (rows < 0 || columns < 0 ||
      static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(size) > left)
    damaged_ = true;
  return !damaged_;
}

void Keeper::raw(void* data, std::size_t size) {
  if (!reading_) {
    bytes_.append(static_cast<const char*>(data), size);
  } else if (damaged_ || bytes_.size() - at_ < size) {
    damaged_ = true;
  } else {
    std::memcpy(data, bytes_.data() + at_, size);
    at_ += size;
  }
}

KeptFile::KeptFile(std::filesystem::path path, double interval)
    : path_(std::move(path)), interval_(interval) {}

std::string KeptFile::read() const {
  std::ifstream file(path_, std::ios::binary);
  if (path_.empty() || !file) return "";
  std::ostringstream all;
  all << file.rdbuf();
  const std::string text = all.str();
  if (text.size() > checksum_length) {
    const std::string bytes = text.substr(checksum_length);
    if (text.compare(0, checksum_length, checksum(bytes)) == 0) return bytes;
  }
  std::fprintf(stderr, "stiffbench: %s is damaged: that integration begins anew\n", path_.c_str());
  return "";
}

bool KeptFile::due() const {
  return !path_.empty() && std::chrono::duration<double>(Clock::now() - last_).count() >= interval_;
}

void KeptFile::write(const std::string& bytes) {
  write_atomically(path_, checksum(bytes) + bytes);
  last_ = Clock::now();
  written_ = true;
}

}  // namespace stiffbench::references
