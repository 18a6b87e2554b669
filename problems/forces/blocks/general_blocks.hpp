#pragma once

#include "problems/forces/blocks/block_lines.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// The 3x3 blocks (N/m) of a stiffness K on and right of the diagonal, which need not be symmetric
/// themselves. The elements of all terms add to them before K is written, once and in its order. A
/// block is a cache line here, but for its last entry, and an element adds to it with one wide
/// instruction and a single one.
///
///   GeneralBlocks blocks(pattern);                                   // once
///   blocks.assemble(K, [&](GeneralBlocks::Rows& rows) { ... });      // for each K
class GeneralBlocks {
 public:
  static constexpr int lanes = 8;
  using Entry [[gnu::vector_size(lanes * sizeof(double))]] = double;
  /// The entries of the blocks of eight elements, column by column.
  using Batch = std::array<Entry, 9>;
  class Rows;

  /// `pattern`: that of K, with every diagonal block (see block_pattern.hpp).
  explicit GeneralBlocks(const Mat& pattern) : order_(pattern) {}

  /// The line of this block, which is on or right of the diagonal. Error when the pattern lacks it.
  int line(const Mat& pattern, int row, int column) const {
    return order_.line(pattern, row, column);
  }
  /// Overwrites K, which has the pattern, with the sums of what `add(rows)` adds, and with the
  /// transpose of every block on the left of the diagonal. It is called for ranges of rows, each on
  /// a thread of its own, and makes the additions to a block in the same order for every range.
  template <class Add>
  void assemble(Mat& K, const Add& add) const;

 private:
  using Line = Entry;
  /// The first eight entries of blocks, and apart from them the ninth.
  struct Lines {
    Line* eight;
    double* ninth;
  };
  /// Memory for all lines. It belongs to the thread, until its next call for any blocks.
  Lines memory() const;
  /// Writes the blocks of these rows to K, also those left of the diagonal.
  void write(const Lines& lines, int first, int last, Mat& K) const;

  BlockLines order_;
};

/// A range of rows of blocks, with the sums of its blocks.
class GeneralBlocks::Rows {
 public:
  /// The lines of rows first to last - 1 become zero.
  Rows(const GeneralBlocks& blocks, const Lines& lines, int first, int last);
  /// Whether an element adds to these rows whose lowest and highest places these are.
  bool meet(int lowest, int highest) const { return lowest < last_ && highest >= first_; }
  /// Adds eight elements' blocks to eight lines. What is for lines of other rows, or for line -1,
  /// goes nowhere.
  void add(const Batch& batch, const int* line);
  /// Adds to one entry of a block.
  void add(double value, int line, int row, int column) {
    const int entry = row + 3 * column;
    if (const Place to = place(line); entry < 8)
      (*to.eight)[entry] += value;
    else
      *to.ninth += value;
  }
  /// Asks for eight lines that will be needed soon.
  void prefetch(const int* line) {
    for (int lane = 0; lane < lanes; ++lane) __builtin_prefetch(place(line[lane]).eight, 1);
  }

 private:
  using Place = Lines;
  Place place(int line) {
    const unsigned own = static_cast<unsigned>(line) - first_line_;
    return own < count_ ? Place{lines_.eight + own, lines_.ninth + own}
                        : Place{&eight_elsewhere_, &ninth_elsewhere_};
  }

  Lines lines_;  // of the first row
  int first_, last_;
  unsigned first_line_, count_;
  Line eight_elsewhere_;
  double ninth_elsewhere_;
};

template <class Add>
void GeneralBlocks::assemble(Mat& K, const Add& add) const {
  const Lines lines = memory();
  order_.on_rows(
      [&](int first, int last) {
        Rows rows(*this, lines, first, last);
        add(rows);
      },
      [&](int first, int last) { write(lines, first, last, K); });
}

// Eight entries of eight elements are transposed in registers, by pairs, fours and eights.
[[gnu::always_inline]] inline void GeneralBlocks::Rows::add(const Batch& batch, const int* line) {
  Entry pairs[8], fours[8], eights[8];
  for (std::size_t i = 0; i < 8; i += 2) {
    const Entry &a = batch[i], &b = batch[i + 1];
    pairs[i] = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
    pairs[i + 1] = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (const std::size_t i : {0, 1, 4, 5}) {
    const Entry &a = pairs[i], &b = pairs[i + 2];
    fours[i] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
    fours[i + 2] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const Entry &a = fours[i], &b = fours[i + 4];
    eights[i] = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    eights[i + 4] = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
  }
  for (int lane = 0; lane < lanes; ++lane) {
    const Place to = place(line[lane]);
    *to.eight += eights[lane];
    *to.ninth += batch[8][lane];
  }
}

}  // namespace stiffbench
