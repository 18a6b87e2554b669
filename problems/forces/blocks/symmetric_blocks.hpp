#pragma once

#include "problems/forces/blocks/block_lines.hpp"

#include <Eigen/Core>

#include <array>
#include <cstring>
#include <vector>

namespace stiffbench {

/// The symmetric 3x3 blocks (N/m) of a stiffness K on and right of the diagonal, to which the
/// elements of all terms add before K is written, once and in its order. A block is a cache line
/// here, which an element adds to with two wide instructions; in K its three rows lie far apart.
///
///   SymmetricBlocks blocks(pattern);                                   // once
///   blocks.assemble(K, [&](SymmetricBlocks::Rows& rows) { ... });      // for each K
class SymmetricBlocks {
 public:
  static constexpr int lanes = 4;
  /// The entries xx, xy, yy, xz, yz, zz of the blocks of four elements.
  using Batch = std::array<Eigen::Array<double, lanes, 1>, 6>;
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
  /// Adds four elements' blocks to four lines. What is for lines of other rows, or for line -1,
  /// goes nowhere.
  void add(const Batch& batch, const int* line);

 private:
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

// Four entries of four elements are turned into four entries of each element in registers. Written
// out: from loops over entries and lanes the compiler makes single loads and stores.
inline void SymmetricBlocks::Rows::add(const Batch& batch, const int* line) {
  using Four [[gnu::vector_size(32), gnu::aligned(8)]] = double;
  using Two [[gnu::vector_size(16), gnu::aligned(8)]] = double;
  Four e[6];
  for (std::size_t i = 0; i < 6; ++i) std::memcpy(&e[i], batch[i].data(), sizeof(Four));
  const Four xx_xy_02 = __builtin_shufflevector(e[0], e[1], 0, 4, 2, 6),
             xx_xy_13 = __builtin_shufflevector(e[0], e[1], 1, 5, 3, 7),
             yy_xz_02 = __builtin_shufflevector(e[2], e[3], 0, 4, 2, 6),
             yy_xz_13 = __builtin_shufflevector(e[2], e[3], 1, 5, 3, 7),
             yz_zz_02 = __builtin_shufflevector(e[4], e[5], 0, 4, 2, 6),
             yz_zz_13 = __builtin_shufflevector(e[4], e[5], 1, 5, 3, 7);
  const auto add = [&](int lane, const Four& first, const Two& last) {
    const unsigned own = static_cast<unsigned>(line[lane]) - first_line_;
    double* to = (own < count_ ? lines_ + own : &elsewhere_)->numbers.data();
    *reinterpret_cast<Four*>(to) += first;
    *reinterpret_cast<Two*>(to + 4) += last;
  };
  add(0, __builtin_shufflevector(xx_xy_02, yy_xz_02, 0, 1, 4, 5),
      __builtin_shufflevector(yz_zz_02, yz_zz_02, 0, 1));
  add(1, __builtin_shufflevector(xx_xy_13, yy_xz_13, 0, 1, 4, 5),
      __builtin_shufflevector(yz_zz_13, yz_zz_13, 0, 1));
  add(2, __builtin_shufflevector(xx_xy_02, yy_xz_02, 2, 3, 6, 7),
      __builtin_shufflevector(yz_zz_02, yz_zz_02, 2, 3));
  add(3, __builtin_shufflevector(xx_xy_13, yy_xz_13, 2, 3, 6, 7),
      __builtin_shufflevector(yz_zz_13, yz_zz_13, 2, 3));
}

}  // namespace stiffbench
