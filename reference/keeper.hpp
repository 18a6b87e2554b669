#pragma once

#include "problems/contract/state.hpp"

#include <chrono>
#include <concepts>
#include <filesystem>
#include <string>
#include <vector>

namespace stiffbench::references {

/// Bytes that one description writes and reads: an object's keep(Keeper&) names its parts, in
/// order, as keeper(part). A reader that runs out of bytes or finds some left is damaged.
class Keeper {
 public:
  Keeper() = default;  ///< a writer
  explicit Keeper(std::string bytes) : reading_(true), bytes_(std::move(bytes)) {}

  template <class Number>
  requires std::is_arithmetic_v<Number>
  void operator()(Number& number) { raw(&number, sizeof number); }
  template <class Scalar, int rows, int columns, int options>
  void operator()(Eigen::Matrix<Scalar, rows, columns, options>& matrix) {
    Eigen::Index r = matrix.rows(), c = matrix.cols();
    (*this)(r);
    (*this)(c);
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
    std::size_t count = parts.size();
    (*this)(count);
    if (!fits(static_cast<Eigen::Index>(count), 1, 1)) return;
    parts.resize(count);
    for (Part& part : parts) (*this)(part);
  }

  bool reading() const { return reading_; }
  bool damaged() const { return damaged_ || (reading_ && at_ != bytes_.size()); }
  const std::string& bytes() const { return bytes_; }

 private:
  /// Whether a matrix of this size can be in what is left to read.
  bool fits(Eigen::Index rows, Eigen::Index columns, std::size_t size);
  void raw(void* data, std::size_t size);

  bool reading_ = false, damaged_ = false;
  std::string bytes_;
  std::size_t at_ = 0;
};

/// The file of an unfinished integration: written now and then, whole or not at all, with a
/// checksum.
class KeptFile {
 public:
  /// Written at most every `interval` seconds. No path: nothing is ever kept.
  KeptFile(std::filesystem::path path, double interval);

  /// The bytes kept; none where there is no file. A damaged file is told on stderr and is none.
  std::string read() const;
  bool due() const;
  void write(const std::string& bytes);
  /// Whether anything was written: what was never interrupted and short needs no file at its end.
  bool written() const { return written_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::filesystem::path path_;
  double interval_;
  Clock::time_point last_ = Clock::now();
  bool written_ = false;
};

}  // namespace stiffbench::references
