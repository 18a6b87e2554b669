#pragma once

#include "base/lanes.hpp"
#include "problems/forces/blocks/block_lines.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// The symmetric 3x3 blocks (N/m) of a stiffness K on and right of the diagonal, to which the
/// elements of all terms add before K is written, once and in its order. A block is a cache line
/// here, which an element adds to with one wide instruction; in K its three rows lie far apart.
///
///   SymmetricBlocks blocks(pattern);                                   // once
///   blocks.assemble(K, [&](SymmetricBlocks::Rows& rows) { ... });      // for each K
class SymmetricBlocks {
 public:
  /// The entries xx, xy, yy, xz, yz, zz of the blocks of eight elements.
  using Batch = std::array<Lanes, 6>;
  /// The blocks of eight elements as lines: xx xy xz yz zz xy yy yz, so that the three rows of a
  /// block are the numbers from the first, the sixth and the third on.
  using Turned = std::array<Lanes, 8>;
  [[gnu::always_inline]] static Turned turned(const Batch& batch) {
    const auto& [xx, xy, yy, xz, yz, zz] = batch;
    return transposed({xx, xy, xz, yz, zz, xy, yy, yz});
  }
  class Rows;

  /// `pattern`: that of K, with every diagonal block (see block_pattern.hpp).
  explicit SymmetricBlocks(const Mat& pattern) : order_(pattern) {}

  /// The line of this block, which is on or right of the diagonal. Error when the pattern lacks it.
  int line(const Mat& pattern, int row, int column) const {
    return order_.line(pattern, row, column);
  }
  /// Overwrites K, which has the pattern, with the sums of what `add(rows)` adds. It is called for
  /// ranges of rows, each on a thread of its own, and makes the additions to a block in the same
  /// order for every range.
  template <class Add>
  void assemble(Mat& K, const Add& add) const;

 private:
  struct alignas(64) Line {
    std::array<double, 8> numbers;
  };
  /// Memory for all lines. It belongs to the thread, until its next call for any blocks.
  Line* memory() const;
  /// Writes the blocks of these rows to K, also those left of the diagonal.
  void write(const Line* lines, int first, int last, Mat& K) const;

  BlockLines order_;
};

/// A range of rows of blocks, with the sums of its blocks.
class SymmetricBlocks::Rows {
 public:
  /// The lines of rows first to last - 1 become zero.
  Rows(const SymmetricBlocks& blocks, Line* lines, int first, int last);
  /// Whether an element adds to these rows whose lowest and highest places these are.
  bool meet(int lowest, int highest) const { return lowest < last_ && highest >= first_; }
  /// Adds a block to its line, or subtracts it. What is for lines of other rows, or for line -1,
  /// goes nowhere.
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
