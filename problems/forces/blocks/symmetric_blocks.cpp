#include "problems/forces/blocks/symmetric_blocks.hpp"

#include "base/system/large_vector.hpp"

#include <algorithm>
#include <cstring>

namespace stiffbench {
namespace {

/// Copies `numbers` values of each row of a block to rows that are `stride` apart.
template <std::size_t numbers>
void copy_rows(const double* block, double* to, int stride) {
  for (const int row : {0, 5, 2}) {
    std::memcpy(to, block + row, numbers * sizeof(double));
    to += stride;
  }
}

}  // namespace

SymmetricBlocks::Line* SymmetricBlocks::memory() const {
  thread_local LargeVector<Line> lines;
  make_room(lines, order_.count() + 1);  // write() reads beyond the last line
  return lines.data();
}

SymmetricBlocks::Rows::Rows(const SymmetricBlocks& blocks, Line* lines, int first, int last)
    : first_(first), last_(last), elsewhere_{} {
  const int begin = blocks.order_.start(first), end = blocks.order_.start(last);
  lines_ = lines + begin;
  first_line_ = static_cast<unsigned>(begin);
  count_ = static_cast<unsigned>(end - begin);
  std::fill(lines_, lines + end, Line{});
}

void SymmetricBlocks::write(const Line* lines, int first, int last, Mat& K) const {
  order_.each_block(first, last, K, [lines](const BlockLines::Block& place) {
    const double* block = lines[place.line].numbers.data();
    // Copies four numbers, the last of which the next block overwrites; the last block copies
    // three.
    place.is_last ? copy_rows<3>(block, place.to, place.stride)
                  : copy_rows<4>(block, place.to, place.stride);
  });
}

}  // namespace stiffbench
