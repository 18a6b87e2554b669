#include "problems/forces/element_blocks.hpp"

#include "problems/forces/block_pattern.hpp"

#include <algorithm>

namespace stiffbench {

BlockLines::BlockLines(std::vector<int> slots, const Mat& pattern) {
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  int row = 0;
  for (const int slot : slots) {
    if (slot < 0) continue;
    while (pattern.outerIndexPtr()[row + 1] <= slot) ++row;
    places_.push_back({slot, block_stride(pattern, row / 3)});
  }
}

int BlockLines::line(int slot) const {
  if (slot < 0) return 0;
  const auto place = std::ranges::lower_bound(places_, slot, {}, &Place::slot);
  return width * static_cast<int>(place - places_.begin() + 1);
}

double* BlockLines::zeros(std::size_t count) {
  struct alignas(width * sizeof(double)) Line {
    std::array<double, width> numbers;
  };
  thread_local std::vector<Line> lines;
  lines.assign(count, Line{});
  return lines.data()->numbers.data();
}

void SymmetricBlocks::add_to(const double* lines, Mat& K) const {
  for (const auto& [slot, stride] : places()) {
    const double* block = lines += width;
    double* row = K.valuePtr() + slot;
    for (const auto& [a, b, c] : {std::array{0, 1, 3}, {1, 2, 4}, {3, 4, 5}}) {
      row[0] += block[a];
      row[1] += block[b];
      row[2] += block[c];
      row += stride;
    }
  }
}

void GeneralBlocks::add_to(const double* lines, Mat& K) const {
  const double* last = lines + width * count();
  for (const auto& [slot, stride] : places()) {
    const double* block = lines += width;
    double* row = K.valuePtr() + slot;
    for (int i = 0; i < 3; ++i, row += stride) {
      row[0] += block[i];
      row[1] += block[3 + i];
      row[2] += i < 2 ? block[6 + i] : *++last;
    }
  }
}

}  // namespace stiffbench
