#pragma once

#include "base/lanes.hpp"
#include "problems/contract/state.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// 3x3 blocks (N/m) of any kind that the elements of a term add to, before each goes into K once. A
/// block is a cache line here, but for its last entry, and an element adds to it with one or two
/// wide instructions; in K its three rows lie far apart, and most elements would read and write all
/// of them.
///
///   GeneralBlocks blocks(slots, pattern);              // once
///   double* lines = blocks.zeros();                    // for each K
///   blocks.add(batch, lines_of_batch, lines);          // for each eight elements
///   blocks.add_to(lines, K);
class GeneralBlocks {
 public:
  static constexpr int lanes = Lanes::count;
  using Entry = Lanes::Vector;
  /// The entries of the blocks of eight elements, column by column.
  using Batch = std::array<Entry, 9>;

  GeneralBlocks() = default;
  /// `slots`: of the blocks in `pattern` (see block_pattern.hpp), on or right of the diagonal, in
  /// any order and any number of times; -1 is a block that K lacks.
  GeneralBlocks(std::vector<int> slots, const Mat& pattern);

  /// The place of the line for the block at this slot, which the constructor had. What is added to
  /// the line of -1 goes nowhere.
  int line(int slot) const;
  /// All lines, with the value 0. They belong to the thread, until its next call for any blocks.
  double* zeros() const;
  /// Adds eight elements' blocks to eight lines.
  void add(const Batch& batch, const int* line, double* lines) const;
  /// Adds the blocks in `lines` to K, which has the pattern of the constructor.
  void add_to(const double* lines, Mat& K) const;

 private:
  static constexpr int width = 8;  // numbers of a cache line
  struct Place {
    int slot, stride;
  };

  /// The number of lines, the first of them that of -1. The last entries of all blocks come after
  /// them.
  std::size_t count() const { return places_.size() + 1; }

  std::vector<Place> places_;  // of line 1 and those after it
};

[[gnu::always_inline]] inline void GeneralBlocks::add(const Batch& batch, const int* line,
                                                      double* lines) const {
  std::array<Lanes, 8> entries;
  for (std::size_t i = 0; i < 8; ++i) entries[i].v = batch[i];
  const std::array<Lanes, 8> blocks = transposed(entries);
  double* last = lines + width * count();
  for (int lane = 0; lane < lanes; ++lane) {
    const auto at = static_cast<std::size_t>(line[lane]);
    *reinterpret_cast<Entry*>(lines + at) += blocks[static_cast<std::size_t>(lane)].v;
    last[at / width] += batch[8][lane];
  }
}

}  // namespace stiffbench
