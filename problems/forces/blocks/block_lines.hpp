#pragma once

#include "base/system/threads.hpp"
#include "problems/forces/blocks/block_pattern.hpp"

#include <vector>

namespace stiffbench {

/// Numbers the 3x3 blocks of a stiffness K on and right of the diagonal, row by row. Each number is
/// a line of memory in which elements sum a block before K is written once, in order; in K the
/// three rows of a block lie far apart.
class BlockLines {
 public:
  /// `pattern`: the pattern of K, with every diagonal block (see block_pattern.hpp).
  explicit BlockLines(const Mat& pattern);

  /// Returns the line of this block, which is on or right of the diagonal. Throws Error if the
  /// pattern lacks it.
  int line(const Mat& pattern, int row, int column) const;
  /// The line of the diagonal block of this block row; for the row after the last, the total number
  /// of lines.
  int start(int row) const { return starts_[static_cast<std::size_t>(row)]; }
  std::size_t count() const { return static_cast<std::size_t>(starts_.back()); }

  /// Calls sum(first, last) for ranges of block rows, each on its own thread, and then
  /// write(first, last) in the same way.
  template <class Sum, class Write>
  void on_rows(const Sum& sum, const Write& write) const {
    constexpr long least = 1000;  // rows; fewer take less time than waking a thread
    const long rows = static_cast<long>(starts_.size()) - 1;
    const auto on = [&](const auto& work) {
      on_ranges(rows, least, [&](long first, long last) {
        work(static_cast<int>(first), static_cast<int>(last));
      });
    };
    on(sum);
    on(write);
  }
  /// A block of K: the address of its first number and the distance between its rows. A block left
  /// of the diagonal has the line of its transpose.
  struct Block {
    int line;
    bool is_left, is_last;  // left of the diagonal; the last block of its row
    double* to;
    int stride;
  };
  /// Calls write(block) for every block of rows first to last - 1 of K, in order.
  template <class Write>
  void each_block(int first, int last, Mat& K, Write&& write) const;

 private:
  std::vector<int> starts_;  // the line of each row's diagonal block, then the number of lines
  std::vector<int> left_;    // the lines of the blocks left of the diagonal, row by row
};

template <class Write>
void BlockLines::each_block(int first, int last, Mat& K, Write&& write) const {
  const int* outer = K.outerIndexPtr();
  for (int row = first; row < last; ++row) {
    const int begin = outer[3 * row], stride = block_stride(K, row), count = stride / 3,
              own = start(row), count_left = count - (start(row + 1) - own);
    // K has begin / 9 blocks before this row, of which `own` are not left of the diagonal.
    const int* left = left_.data() + (begin / 9 - own);
    double* to = K.valuePtr() + begin;
    for (int i = 0; i < count; ++i, to += 3) {
      const bool is_left = i < count_left;
      write(Block{is_left ? left[i] : own + i - count_left, is_left, i + 1 == count, to, stride});
    }
  }
}

}  // namespace stiffbench
