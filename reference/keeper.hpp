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

/// A buffer of bytes that one description both writes and reads: an object's keep(Keeper&) names
/// its parts, in order, as keeper(part). A reader that runs out of bytes, or has some left at the
/// end, is damaged.
class Keeper {
 public:
  Keeper() = default;  ///< a writer
  explicit Keeper(std::string bytes) : reading_(true), bytes_(std::move(bytes)) {}

  template <class Number>
  requires std::is_arithmetic_v<Number>
  void operator()(Number& number) { raw(&number, sizeof number); }
  void operator()(bool& flag);
  template <class Scalar, int rows, int columns, int options>
  void operator()(Eigen::Matrix<Scalar, rows, columns, options>& matrix) {
    Eigen::Index r = matrix.rows(), c = matrix.cols();
    (*this)(r);
    (*this)(c);
    // With no column a vector would have rows and no memory.
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

  /// Writes the size of a list, or reads it and gives the list that size; false where it cannot be.
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
  /// True when the bytes left to read can hold a matrix of this size.
  bool fits(Eigen::Index rows, Eigen::Index columns, std::size_t size);
  void raw(void* data, std::size_t size);

  bool reading_ = false, damaged_ = false;
  std::string bytes_;
  std::size_t at_ = 0;
};

/// Writes a file, whole or not at all: a line with the name of its layout and a checksum, then the
/// bytes.
void write_checked(const std::filesystem::path& path, std::string_view layout,
                   const std::string& bytes);
/// The layout and the bytes of a file that write_checked() wrote.
struct CheckedFile {
  std::string layout, bytes;
};
/// Reads a file of one of these layouts; nothing where there is none. A file that does not fit its
/// checksum or has another layout is reported on stderr with the consequence, and counts as none.
std::optional<CheckedFile> read_checked(const std::filesystem::path& path,
                                        std::initializer_list<std::string_view> layouts,
                                        const char* consequence);
/// Reports on stderr that a file is damaged, and the consequence.
void report_damage(const std::filesystem::path& path, const char* consequence);

/// The file of an unfinished integration, written now and then.
class UnfinishedFile {
 public:
  /// The file is written at most every `interval` seconds; with an empty path, never.
  UnfinishedFile(std::filesystem::path path, double interval);

  /// The bytes that were written last; nothing where there is no file, or a damaged one.
  std::optional<std::string> read() const;
  bool due() const;
  void write(const std::string& bytes);
  /// True once anything was written; a short integration leaves no file to remove at its end.
  bool written() const { return written_; }

 private:
  std::filesystem::path path_;
  double interval_;
  Stopwatch since_last_;
  bool written_ = false;
};

}  // namespace stiffbench::references
