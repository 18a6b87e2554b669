#include "problems/forces/blocks/block_lines.hpp"

namespace stiffbench {

BlockLines::BlockLines(const Mat& pattern) {
  int next = 0;
  for (int row = 0; row < pattern.rows() / 3; ++row) {
    const int slot = block_slot(pattern, row, row), begin = pattern.outerIndexPtr()[3 * row];
    starts_.push_back(next);
    next += (begin + block_stride(pattern, row) - slot) / 3;
    for (int left = begin; left < slot; left += 3)
      left_.push_back(line(pattern, pattern.innerIndexPtr()[left] / 3, row));
  }
  starts_.push_back(next);
}

int BlockLines::line(const Mat& pattern, int row, int column) const {
  return start(row) + (block_slot(pattern, row, column) - block_slot(pattern, row, row)) / 3;
}

}  // namespace stiffbench
