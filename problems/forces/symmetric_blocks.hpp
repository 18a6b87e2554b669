#pragma once

#include "problems/contract/state.hpp"

#include <Eigen/Core>

#include <array>
#include <cstring>
#include <vector>

namespace stiffbench {

/// Symmetric 3x3 blocks (N/m) that the elements of a term add to, before each goes into K once. A
/// block is a cache line here, which an element adds to with two wide instructions; in K its three
/// rows lie far apart, and most elements would read and write all of them.
///
///   SymmetricBlocks blocks(slots, pattern);                // once
///   double* lines = blocks.zeros();                        // for each K
///   SymmetricBlocks::add(batch, lines_of_batch, lines);    // for each four elements
///   blocks.add_to(lines, K);
class SymmetricBlocks {
 public:
  static constexpr int lanes = 4;
  /// The entries xx, xy, yy, xz, yz, zz of the blocks of four elements.
  using Batch = std::array<Eigen::Array<double, lanes, 1>, 6>;

  SymmetricBlocks() = default;
  /// `slots`: of the blocks in `pattern` (see block_pattern.hpp), on or right of the diagonal, in
  /// any order and any number of times; -1 is a block that K lacks.
  SymmetricBlocks(std::vector<int> slots, const Mat& pattern);

  /// The place of the line for the block at this slot, which the constructor had. What is added to
  /// the line of -1 goes nowhere.
  int line(int slot) const;
  /// All lines, with the value 0. They belong to the thread, until its next call for any blocks.
  double* zeros() const;
  /// Adds four elements' blocks to four lines.
  static void add(const Batch& batch, const int* line, double* lines);
  /// Adds the blocks in `lines` to K, which has the pattern of the constructor.
  void add_to(const double* lines, Mat& K) const;

 private:
  static constexpr int width = 8;  // numbers of a cache line

  struct Place {
    int slot, stride;
  };
  std::vector<Place> places_;  // of line 1 and those after it
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

}  // namespace stiffbench
