#pragma once

#include "base/simd.hpp"
#include "problems/forces/blocks/block_lines.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// The symmetric 3x3 blocks (N/m) of a stiffness K on and right of the diagonal, to which the
/// elements of all terms add before K is written once, in order. A block fills a cache line, to
/// which an element adds with one wide instruction; in K its three rows lie far apart.
///
///   SymmetricBlocks blocks(pattern);                                   // once
///   blocks.assemble(K, [&](SymmetricBlocks::Rows& rows) { ... });      // for each K
class SymmetricBlocks {
 public:
  /// The entries xx, xy, yy, xz, yz, zz of the blocks of eight elements.
  using Batch = std::array<Lanes, 6>;
  /// The blocks of eight elements as lines: xx xy xz yz zz xy yy yz. The three rows of a block
  /// begin at the first, the sixth and the third number.
  using Turned = std::array<Lanes, 8>;
  [[gnu::always_inline]] static Turned turned(const Batch& batch) {
    const auto& [xx, xy, yy, xz, yz, zz] = batch;
    return transposed({xx, xy, xz, yz, zz, xy, yy, yz});
  }
  class Rows;

  /// `pattern`: the pattern of K, with every diagonal block (see block_pattern.hpp).
  explicit SymmetricBlocks(const Mat& pattern) : order_(pattern) {}

  /// Returns the line of this block, which is on or right of the diagonal. Throws Error if the
  /// pattern lacks it.
  int line(const Mat& pattern, int row, int column) const {
    return order_.line(pattern, row, column);
  }
  /// Overwrites K, which has the pattern, with the sums of the blocks that `add(rows)` adds. `add`
  /// is called for ranges of rows, each on its own thread, and must add to a block in the same
  /// order for every range.
  template <class Add>
  void assemble(Mat& K, const Add& add) const;

 private:
  struct alignas(64) Line {
    std::array<double, 8> numbers;
  };
  /// Returns memory for all lines. It belongs to the thread and is valid until the thread's next
  /// call for any blocks.
  Line* memory() const;
  /// Writes the blocks of these rows to K, including those left of the diagonal.
  void write(const Line* lines, int first, int last, Mat& K) const;

  BlockLines order_;
};

/// A range of block rows with the sums of its blocks.
class SymmetricBlocks::Rows {
 public:
  /// Sets the lines of rows first to last - 1 to zero.
  Rows(const SymmetricBlocks& blocks, Line* lines, int first, int last);
  /// Returns true if an element whose lowest and highest indices are these may add to these rows.
  bool meet(int lowest, int highest) const { return lowest < last_ && highest >= first_; }
  /// Adds a block to its line, or subtracts it. Values for lines of other rows, or for line -1, are
  /// discarded.
  [[gnu::always_inline]] void add(const Lanes& block, int line) { sum(line) += block.v; }
  [[gnu::always_inline]] void subtract(const Lanes& block, int line) { sum(line) -= block.v; }

 private:
  Lanes::Vector& sum(int line) {
    const unsigned own = static_cast<unsigned>(line) - first_line_;
    Line& there = own < count_ ? lines_[own] : elsewhere_;
    return *reinterpret_cast<Lanes::Vector*>(there.numbers.data());
  }
  Line* lines_;  // of the first row
  int first_, last_;
  unsigned first_line_, count_;
  Line elsewhere_;
};

template <class Add>
void SymmetricBlocks::assemble(Mat& K, const Add& add) const {
  Line* lines = memory();
  order_.on_rows(
      [&](int first, int last) {
        Rows rows(*this, lines, first, last);
        add(rows);
      },
      [&](int first, int last) { write(lines, first, last, K); });
}

}  // namespace stiffbench
