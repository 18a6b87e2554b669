#pragma once

#include "base/simd.hpp"
#include "problems/forces/blocks/block_lines.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// The 3x3 blocks (N/m) of a stiffness K on and right of the diagonal, which need not be symmetric
/// themselves. The elements of all terms add to them before K is written once, in order. The first
/// eight entries of a block fill a cache line and the ninth is stored apart, so an element adds to
/// a block with one wide and one scalar instruction.
///
///   GeneralBlocks blocks(pattern);                                   // once
///   blocks.assemble(K, [&](GeneralBlocks::Rows& rows) { ... });      // for each K
class GeneralBlocks {
 public:
  /// The entries of the blocks of eight elements, column by column.
  using Batch = std::array<Lanes, 9>;
  class Rows;

  /// `pattern`: the pattern of K, with every diagonal block (see block_pattern.hpp).
  explicit GeneralBlocks(const Mat& pattern) : order_(pattern) {}

  /// Returns the line of this block, which is on or right of the diagonal. Throws Error if the
  /// pattern lacks it.
  int line(const Mat& pattern, int row, int column) const {
    return order_.line(pattern, row, column);
  }
  /// Overwrites K, which has the pattern, with the sums of the blocks that `add(rows)` adds, and
  /// with the transpose of every block on the left of the diagonal. `add` is called for ranges of
  /// rows, each on its own thread, and must add to a block in the same order for every range.
  template <class Add>
  void assemble(Mat& K, const Add& add) const;

 private:
  using Line = Lanes::Vector;
  /// The first eight entries of blocks and, apart from them, the ninth.
  struct Lines {
    Line* eight;
    double* ninth;
  };
  /// Returns memory for all lines. It belongs to the thread and is valid until the thread's next
  /// call for any blocks.
  Lines memory() const;
  /// Writes the blocks of these rows to K, including those left of the diagonal.
  void write(const Lines& lines, int first, int last, Mat& K) const;

  BlockLines order_;
};

/// A range of block rows with the sums of its blocks.
class GeneralBlocks::Rows {
 public:
  /// Sets the lines of rows first to last - 1 to zero.
  Rows(const GeneralBlocks& blocks, const Lines& lines, int first, int last);
  /// Returns true if an element whose lowest and highest indices are these may add to these rows.
  bool meet(int lowest, int highest) const { return lowest < last_ && highest >= first_; }
  /// Adds the blocks of eight elements to eight lines. Values for lines of other rows, or for line
  /// -1, are discarded.
  void add(const Batch& batch, const int* line);
  /// Adds to one entry of a block.
  void add(double value, int line, int row, int column) {
    const int entry = row + 3 * column;
    if (const Place to = place(line); entry < 8)
      (*to.eight)[entry] += value;
    else
      *to.ninth += value;
  }
  /// Prefetches eight lines that will be needed soon.
  void prefetch(const int* line) {
    for (int lane = 0; lane < Lanes::count; ++lane) __builtin_prefetch(place(line[lane]).eight, 1);
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

[[gnu::always_inline]] inline void GeneralBlocks::Rows::add(const Batch& batch, const int* line) {
  const auto& [a, b, c, d, e, f, g, h, ninth] = batch;
  const std::array<Lanes, 8> eights = transposed({a, b, c, d, e, f, g, h});
  for (int lane = 0; lane < Lanes::count; ++lane) {
    const Place to = place(line[lane]);
    *to.eight += eights[static_cast<std::size_t>(lane)].v;
    *to.ninth += ninth[lane];
  }
}

}  // namespace stiffbench
