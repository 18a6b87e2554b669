#include "problems/forces/blocks/block_pattern.hpp"

#include "base/error.hpp"
#include "base/system/chunks.hpp"
#include "base/system/large_vector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <string>

namespace stiffbench {
namespace {

using Pairs = std::vector<std::array<int, 2>>;

constexpr long least = 1000;  // block rows per thread; fewer take less time than waking a thread

/// The columns of the blocks of each row, sorted and without duplicates.
class SortedColumns {
 public:
  SortedColumns(int vertices, const Pairs& pairs)
      : starts_(static_cast<std::size_t>(vertices) + 1), ends_(static_cast<std::size_t>(vertices)) {
    each_own(pairs, [&](std::size_t row, int) { ++starts_[row + 1]; });
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    columns_.resize(starts_.back());
    std::copy(starts_.begin(), starts_.end() - 1, ends_.begin());
    each_own(pairs, [&](std::size_t row, int column) { columns_[ends_[row]++] = column; });
    on_ranges(vertices, least, [&](long row, long last) {
      for (; row < last; ++row) {
        const auto begin = columns_.begin() + long(starts_[std::size_t(row)]);
        auto& end = ends_[std::size_t(row)];
        std::sort(begin, columns_.begin() + long(end));
        end = std::size_t(std::unique(begin, columns_.begin() + long(end)) - columns_.begin());
      }
    });
  }
  std::span<const int> of(long row) const {
    const std::size_t start = starts_[std::size_t(row)];
    return {columns_.data() + start, ends_[std::size_t(row)] - start};
  }

 private:
  /// Calls visit(row, column) for every block, on threads by rows; each thread reads all pairs.
  template <class Visit>
  void each_own(const Pairs& pairs, const Visit& visit) const {
    on_ranges(std::ssize(ends_), least, [&](long first, long last) {
      const auto own = [&](int vertex) { return vertex >= first && vertex < last; };
      for (auto vertex = static_cast<int>(first); vertex < last; ++vertex)
        visit(static_cast<std::size_t>(vertex), vertex);
      for (const auto& [a, b] : pairs) {
        if (own(a)) visit(static_cast<std::size_t>(a), b);
        if (own(b)) visit(static_cast<std::size_t>(b), a);
      }
    });
  }

  std::vector<std::size_t> starts_, ends_;
  LargeVector<int> columns_;
};

}  // namespace

Mat block_pattern(int vertices, const Pairs& pairs) {
  const SortedColumns columns(vertices, pairs);
  Mat pattern(3 * vertices, 3 * vertices);
  int* outer = pattern.outerIndexPtr();
  for (int row = 0; row < vertices; ++row)
    for (int i = 0; i < 3; ++i, ++outer)
      outer[1] = outer[0] + 3 * static_cast<int>(columns.of(row).size());
  pattern.resizeNonZeros(*outer);
  on_ranges(vertices, least, [&](long row, long last) {
    const int begin = pattern.outerIndexPtr()[3 * row], end = pattern.outerIndexPtr()[3 * last];
    int* inner = pattern.innerIndexPtr() + begin;
    for (; row < last; ++row)
      for (int i = 0; i < 3; ++i)
        for (const int column : columns.of(row))
          for (int j = 0; j < 3; ++j) *inner++ = 3 * column + j;
    std::fill(pattern.valuePtr() + begin, pattern.valuePtr() + end, 0.0);
  });
  return pattern;
}

void copy_pattern(const Mat& pattern, Mat& K) {
  K.resize(pattern.rows(), pattern.cols());
  K.resizeNonZeros(pattern.nonZeros());
  std::copy_n(pattern.outerIndexPtr(), pattern.rows() + 1, K.outerIndexPtr());
  on_chunks(pattern.nonZeros(), [&](long first, long size) {
    std::copy_n(pattern.innerIndexPtr() + first, size, K.innerIndexPtr() + first);
  });
}

int find_block(const Mat& pattern, int row, int column) {
  const int* begin = pattern.innerIndexPtr() + pattern.outerIndexPtr()[3 * row];
  const int* end = begin + block_stride(pattern, row);
  const int* entry = std::lower_bound(begin, end, 3 * column);
  if (entry == end || *entry != 3 * column) return -1;
  return static_cast<int>(entry - pattern.innerIndexPtr());
}

int block_slot(const Mat& pattern, int row, int column) {
  if (const int slot = find_block(pattern, row, column); slot >= 0) return slot;
  throw Error("a force term writes only into its pattern", fmt::format("block {}, {}", row, column),
              "make the pattern from every pair of vertices that a term joins");
}

void put_blocks(const Mat& part, int first, Mat& K) {
  for (int row = 0; row < part.rows(); ++row) {
    int to = K.outerIndexPtr()[first + row];
    for (int from = part.outerIndexPtr()[row]; from < part.outerIndexPtr()[row + 1]; ++from) {
      while (K.innerIndexPtr()[to] < first + part.innerIndexPtr()[from]) ++to;
      K.valuePtr()[to] = part.valuePtr()[from];
    }
  }
}

void add_block(const Eigen::Matrix3d& block, int row, int column, Mat& K) {
  add_block(block, block_stride(K, row), K.valuePtr() + block_slot(K, row, column));
}

}  // namespace stiffbench
