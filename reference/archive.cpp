#include "reference/archive.hpp"

#include "base/files.hpp"
#include "base/hash.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

namespace stiffbench::references {
namespace {

/// Returns the first line of a file: its layout and the checksum.
std::string head(std::string_view layout, const std::string& bytes) {
  return fmt::format("{} {}\n", layout, Hasher().update(layout).update(bytes).hex());
}

constexpr std::string_view unfinished_layout = "stiffbench.unfinished/2";

}  // namespace

void Archive::operator()(bool& flag) {
  auto byte = static_cast<unsigned char>(flag);
  (*this)(byte);
  if (byte > 1) damaged_ = true;
  flag = byte == 1;
}

void Archive::operator()(std::optional<double>& number) {
  bool there = number.has_value();
  (*this)(there);
  if (!there) return number.reset();
  if (!number) number = 0;
  (*this)(*number);
}

void Archive::operator()(std::map<std::string, double>& numbers) {
  std::vector<std::string> names;
  std::vector<double> values;
  for (const auto& [name, value] : numbers) {
    names.push_back(name);
    values.push_back(value);
  }
  (*this)(names);
  (*this)(values);
  if (names.size() != values.size()) damaged_ = true;
  if (reading_ && !damaged_)
    for (std::size_t i = 0; i < names.size(); ++i) numbers[names[i]] = values[i];
}

bool Archive::fits(Eigen::Index rows, Eigen::Index columns, std::size_t size) {
  if (!reading_) return true;
  const auto left = static_cast<double>(bytes_.size() - at_);
  if (rows < 0 || columns < 0 ||
      static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(size) > left)
    damaged_ = true;
  return !damaged_;
}

void Archive::raw(void* data, std::size_t size) {
  if (size == 0) return;  // an empty matrix has no data to point to
  if (!reading_) {
    bytes_.append(static_cast<const char*>(data), size);
  } else if (damaged_ || bytes_.size() - at_ < size) {
    damaged_ = true;
  } else {
    std::memcpy(data, bytes_.data() + at_, size);
    at_ += size;
  }
}

void write_checked(const std::filesystem::path& path, std::string_view layout,
                   const std::string& bytes) {
  write_atomically(path, head(layout, bytes) + bytes);
}

std::optional<CheckedFile> read_checked(const std::filesystem::path& path,
                                        std::initializer_list<std::string_view> layouts,
                                        const char* consequence) {
  std::ifstream file(path, std::ios::binary);
  if (path.empty() || !file) return std::nullopt;
  std::ostringstream all;
  all << file.rdbuf();
  const std::string text = all.str();
  const std::size_t end = text.find('\n');
  std::string bytes = end == text.npos ? "" : text.substr(end + 1);
  for (const std::string_view layout : layouts)
    if (end != text.npos && text.compare(0, end + 1, head(layout, bytes)) == 0)
      return CheckedFile{std::string(layout), std::move(bytes)};
  report_damage(path, consequence);
  return std::nullopt;
}

void report_damage(const std::filesystem::path& path, const char* consequence) {
  std::fprintf(stderr, "stiffbench: %s is damaged: %s\n", path.c_str(), consequence);
}

UnfinishedFile::UnfinishedFile(std::filesystem::path path, double interval)
    : path_(std::move(path)), interval_(interval) {}

std::optional<std::string> UnfinishedFile::read() const {
  auto file = read_checked(path_, {unfinished_layout}, "that integration begins anew");
  if (!file) return std::nullopt;
  return std::move(file->bytes);
}

bool UnfinishedFile::due() const { return !path_.empty() && since_last_.seconds() >= interval_; }

void UnfinishedFile::write(const std::string& bytes) {
  write_checked(path_, unfinished_layout, bytes);
  since_last_ = {};
  written_ = true;
}

}  // namespace stiffbench::references
