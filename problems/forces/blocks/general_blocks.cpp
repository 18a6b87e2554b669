#include "problems/forces/blocks/general_blocks.hpp"

#include "problems/forces/blocks/block_pattern.hpp"

#include <algorithm>

namespace stiffbench {

GeneralBlocks::GeneralBlocks(std::vector<int> slots, const Mat& pattern) {
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  int row = 0;
  for (const int slot : slots) {
    if (slot < 0) continue;
    while (pattern.outerIndexPtr()[row + 1] <= slot) ++row;
    places_.push_back({slot, block_stride(pattern, row / 3)});
  }
}

int GeneralBlocks::line(int slot) const {
  if (slot < 0) return 0;
  const auto place = std::ranges::lower_bound(places_, slot, {}, &Place::slot);
  return width * static_cast<int>(place - places_.begin() + 1);
}

double* GeneralBlocks::zeros() const {
  struct alignas(width * sizeof(double)) Line {
    std::array<double, width> numbers;
  };
  thread_local std::vector<Line> lines;
  lines.assign(count() + (count() + width - 1) / width, Line{});
  return lines.data()->numbers.data();
}

void GeneralBlocks::add_to(const double* lines, Mat& K) const {
  const double* last = lines + width * count();
  for (const auto& [slot, stride] : places_) {
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
