#pragma once

#include "base/system/stopwatch.hpp"
#include "problems/contract/state.hpp"

#include <concepts>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stiffbench::references {

/// A buffer of bytes that serializes objects in both directions. An object's function
/// serialize(Archive&) calls archive(part) for each of its parts, in order. The same calls write
/// the parts or read them. A reader is damaged if it lacks bytes or has some left at the end.
class Archive {
 public:
  Archive() = default;  ///< a writer
  explicit Archive(std::string bytes) : reading_(true), bytes_(std::move(bytes)) {}

  template <class Number>
  requires std::is_arithmetic_v<Number>
  void operator()(Number& number) { raw(&number, sizeof number); }
  void operator()(bool& flag);
  template <class Scalar, int rows, int columns, int options>
  void operator()(Eigen::Matrix<Scalar, rows, columns, options>& matrix) {
    Eigen::Index r = matrix.rows(), c = matrix.cols();
    (*this)(r);
    (*this)(c);
    // A fixed size must match: a vector with 0 columns would have rows but no memory.
    if ((rows != Eigen::Dynamic && r != rows) || (columns != Eigen::Dynamic && c != columns))
      damaged_ = true;
    if (!fits(r, c, sizeof(Scalar))) return;
    matrix.resize(r, c);
    raw(matrix.data(), static_cast<std::size_t>(matrix.size()) * sizeof(Scalar));
  }
  template <class Scalar>
  void operator()(StateOf<Scalar>& u) {
    (*this)(u.t);
    (*this)(u.x);
    (*this)(u.v);
  }
  template <class Part>
  void operator()(std::vector<Part>& parts) {
    if (!resize(parts)) return;
    for (Part& part : parts) (*this)(part);
  }
  void operator()(std::string& text) {
    if (resize(text)) raw(text.data(), text.size());
  }
  void operator()(std::optional<double>& number);
  void operator()(std::map<std::string, double>& numbers);

  /// Writes the size of a list, or reads it and resizes the list. Returns false if the rest of the
  /// bytes is too short for that size.
  template <class List>
  bool resize(List& list) {
    std::size_t count = list.size();
    (*this)(count);
    if (!fits(static_cast<Eigen::Index>(count), 1, 1)) return false;
    list.resize(count);
    return true;
  }

  bool reading() const { return reading_; }
  bool damaged() const { return damaged_ || (reading_ && at_ != bytes_.size()); }
  const std::string& bytes() const { return bytes_; }

 private:
  /// Returns true if the remaining bytes can contain a matrix of this size. A writer always can.
  bool fits(Eigen::Index rows, Eigen::Index columns, std::size_t size);
  void raw(void* data, std::size_t size);

  bool reading_ = false, damaged_ = false;
  std::string bytes_;
  std::size_t at_ = 0;
};

/// Writes a file atomically: a line with the name of its layout and a checksum, then the bytes.
void write_checked(const std::filesystem::path& path, std::string_view layout,
                   const std::string& bytes);
/// The layout and the bytes of a file that write_checked() wrote.
struct CheckedFile {
  std::string layout, bytes;
};
/// Reads a file of one of these layouts. Returns nothing if there is no file. A file with a wrong
/// checksum or another layout is reported on stderr together with the consequence, and ignored.
std::optional<CheckedFile> read_checked(const std::filesystem::path& path,
                                        std::initializer_list<std::string_view> layouts,
                                        const char* consequence);
/// Reports on stderr that a file is damaged, together with the consequence.
void report_damage(const std::filesystem::path& path, const char* consequence);

/// The file in which an unfinished integration is saved at intervals.
class UnfinishedFile {
 public:
  /// The file is due every `interval` seconds, or never if the path is empty.
  UnfinishedFile(std::filesystem::path path, double interval);

  /// Returns the bytes that were written last, or nothing if there is no file or it is damaged.
  std::optional<std::string> read() const;
  /// Returns true if the interval since the last write() has passed.
  bool due() const;
  void write(const std::string& bytes);
  /// Returns true if write() has been called.
  bool written() const { return written_; }

 private:
  std::filesystem::path path_;
  double interval_;
  Stopwatch since_last_;
  bool written_ = false;
};

}  // namespace stiffbench::references
