#pragma once

#include "problems/contract/state.hpp"

#include <Eigen/Core>

#include <array>
#include <cstring>
#include <vector>

namespace stiffbench {

/// 3x3 blocks (N/m) that the elements of a term add to, before each goes into K once. A block is a
/// cache line here, which an element adds to with one or two wide instructions; in K its three rows
/// lie far apart, and most elements would read and write all of them. SymmetricBlocks and
/// GeneralBlocks say how a line is used:
///
///   SymmetricBlocks blocks(slots, pattern);                // once
///   double* lines = blocks.zeros();                        // for each K
///   SymmetricBlocks::add(batch, lines_of_batch, lines);    // for each four elements
///   blocks.add_to(lines, K);
class BlockLines {
 public:
  BlockLines() = default;
  /// `slots`: of the blocks in `pattern` (see block_pattern.hpp), on or right of the diagonal, in
  /// any order and any number of times; -1 is a block that K lacks.
  BlockLines(std::vector<int> slots, const Mat& pattern);

  /// The place of the line for the block at this slot, which the constructor had. What is added to
  /// the line of -1 goes nowhere.
  int line(int slot) const;

 protected:
  static constexpr int width = 8;  // numbers of a cache line
  struct Place {
    int slot, stride;
  };

  /// Lines with the value 0, the first of them that of -1. They belong to the thread, until its
  /// next call for any blocks.
  static double* zeros(std::size_t count);
  /// The blocks of line 1 and those after it.
  const std::vector<Place>& places() const { return places_; }

 private:
  std::vector<Place> places_;
};

/// Symmetric blocks: a line has the entries xx, xy, yy, xz, yz, zz.
class SymmetricBlocks : public BlockLines {
 public:
  static constexpr int lanes = 4;
  /// The entries of the blocks of four elements.
  using Batch = std::array<Eigen::Array<double, lanes, 1>, 6>;

  using BlockLines::BlockLines;
  /// All lines, with the value 0. They belong to the thread, until its next call for any blocks.
  double* zeros() const { return BlockLines::zeros(places().size() + 1); }
  /// Adds four elements' blocks to four lines.
  static void add(const Batch& batch, const int* line, double* lines);
  /// Adds the blocks in `lines` to K, which has the pattern of the constructor.
  void add_to(const double* lines, Mat& K) const;
};

/// Blocks of any kind: a line has the entries but zz, column by column, and zz comes after all
/// lines.
class GeneralBlocks : public BlockLines {
 public:
  static constexpr int lanes = 8;
  using Entry [[gnu::vector_size(lanes * sizeof(double))]] = double;
  /// The entries of the blocks of eight elements, column by column.
  using Batch = std::array<Entry, 9>;

  using BlockLines::BlockLines;
  /// All lines, with the value 0. They belong to the thread, until its next call for any blocks.
  double* zeros() const { return BlockLines::zeros(count() + (count() + width - 1) / width); }
  /// Adds eight elements' blocks to eight lines.
  void add(const Batch& batch, const int* line, double* lines) const;
  /// Adds the blocks in `lines` to K, which has the pattern of the constructor.
  void add_to(const double* lines, Mat& K) const;

 private:
  std::size_t count() const { return places().size() + 1; }
};

// Four entries of four elements are turned into four entries of each element in registers. Written
// out: from loops over entries and lanes the compiler makes single loads and stores.
inline void SymmetricBlocks::add(const Batch& batch, const int* line, double* lines) {
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
    double* to = lines + line[lane];
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

// Eight entries of eight elements are transposed in registers, by pairs, fours and eights.
[[gnu::always_inline]] inline void GeneralBlocks::add(const Batch& batch, const int* line,
                                                      double* lines) const {
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
  double* last = lines + width * count();
  for (int lane = 0; lane < lanes; ++lane) {
    const auto at = static_cast<std::size_t>(line[lane]);
    *reinterpret_cast<Entry*>(lines + at) += eights[lane];
    last[at / width] += batch[8][lane];
  }
}

}  // namespace stiffbench
