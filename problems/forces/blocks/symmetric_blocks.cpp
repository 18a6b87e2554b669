#include "problems/forces/blocks/symmetric_blocks.hpp"

#include "problems/forces/blocks/block_pattern.hpp"

#include <algorithm>
#include <cstring>

namespace stiffbench {
namespace {

/// Copies so many numbers of each row of a block to rows that are `stride` apart.
template <std::size_t numbers>
void copy_rows(const double* block, double* to, int stride) {
  for (const int row : {0, 5, 2}) {
    std::memcpy(to, block + row, numbers * sizeof(double));
    to += stride;
  }
}

}  // namespace

SymmetricBlocks::SymmetricBlocks(const Mat& pattern) {
  int next = 0;
  for (int row = 0; row < pattern.rows() / 3; ++row) {
    const int slot = block_slot(pattern, row, row), start = pattern.outerIndexPtr()[3 * row];
    starts_.push_back(next);
    next += (start + block_stride(pattern, row) - slot) / 3;
    for (int left = start; left < slot; left += 3)
      left_.push_back(line(pattern, pattern.innerIndexPtr()[left] / 3, row));
  }
  starts_.push_back(next);
}

int SymmetricBlocks::line(const Mat& pattern, int row, int column) const {
  return starts_[static_cast<std::size_t>(row)] +
         (block_slot(pattern, row, column) - block_slot(pattern, row, row)) / 3;
}

SymmetricBlocks::Line* SymmetricBlocks::memory() const {
  thread_local std::vector<Line> lines;
  const auto count = static_cast<std::size_t>(starts_.back()) + 1;  // write() reads beyond the last
  if (lines.size() < count) lines.resize(count);
  return lines.data();
}

SymmetricBlocks::Rows::Rows(const SymmetricBlocks& blocks, Line* lines, int first, int last)
    : first_(first), last_(last), elsewhere_{} {
  const int begin = blocks.starts_[static_cast<std::size_t>(first)],
            end = blocks.starts_[static_cast<std::size_t>(last)];
  lines_ = lines + begin;
  first_line_ = static_cast<unsigned>(begin);
  count_ = static_cast<unsigned>(end - begin);
  std::fill(lines_, lines + end, Line{});
}

void SymmetricBlocks::write(const Line* lines, int first, int last, Mat& K) const {
  const int* outer = K.outerIndexPtr();
  for (int row = first; row < last; ++row) {
    const int start = outer[3 * row], stride = block_stride(K, row), count = stride / 3,
              own = starts_[static_cast<std::size_t>(row)],
              count_left = count - (starts_[static_cast<std::size_t>(row) + 1] - own);
    // Before this row K has start / 9 blocks, of which `own` are not left of the diagonal.
    const int* left = left_.data() + (start / 9 - own);
    double* to = K.valuePtr() + start;
    for (int i = 0; i < count; ++i, to += 3) {
      const double* block = lines[i < count_left ? left[i] : own + i - count_left].numbers.data();
      // Four numbers, of which the next block overwrites the last; the last block has no next one.
      i + 1 < count ? copy_rows<4>(block, to, stride) : copy_rows<3>(block, to, stride);
    }
  }
}

}  // namespace stiffbench
