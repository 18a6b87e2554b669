#include "problems/forces/blocks/symmetric_blocks.hpp"

#include <algorithm>
#include <cstring>

namespace stiffbench {

SymmetricBlocks::Line* SymmetricBlocks::memory() const {
  thread_local std::vector<Line> lines;
  if (lines.size() < order_.count()) lines.resize(order_.count());
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
  order_.each_block(first, last, K, [lines](int line, bool, double* to, int stride) {
    const auto& block = lines[line].numbers;
    // Pairs and single numbers: nine single ones take a third longer.
    for (const auto& [pair, single] : {std::array{0, 3}, {1, 4}, {3, 5}}) {
      std::memcpy(to, &block[static_cast<std::size_t>(pair)], 2 * sizeof(double));
      to[2] = block[static_cast<std::size_t>(single)];
      to += stride;
    }
  });
}

}  // namespace stiffbench
