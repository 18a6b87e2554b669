#include "problems/forces/blocks/general_blocks.hpp"

#include "base/system/large_vector.hpp"

#include <algorithm>

namespace stiffbench {

GeneralBlocks::Lines GeneralBlocks::memory() const {
  constexpr std::size_t width = sizeof(Line) / sizeof(double);
  struct Aligned {  // a bare Line loses its alignment as an element of a vector
    Line numbers;
  };
  thread_local LargeVector<Aligned> lines;
  const std::size_t count = order_.count(), all = count + (count + width - 1) / width;
  make_room(lines, all);
  return {&lines.data()->numbers, reinterpret_cast<double*>(lines.data() + count)};
}

GeneralBlocks::Rows::Rows(const GeneralBlocks& blocks, const Lines& lines, int first, int last)
    : first_(first), last_(last), eight_elsewhere_{}, ninth_elsewhere_(0) {
  const int begin = blocks.order_.start(first), end = blocks.order_.start(last);
  lines_ = {lines.eight + begin, lines.ninth + begin};
  first_line_ = static_cast<unsigned>(begin);
  count_ = static_cast<unsigned>(end - begin);
  std::fill_n(lines_.eight, count_, Line{});
  std::fill_n(lines_.ninth, count_, 0.0);
}

void GeneralBlocks::write(const Lines& lines, int first, int last, Mat& K) const {
  order_.each_block(first, last, K, [&lines](const BlockLines::Block& place) {
    const Line& block = lines.eight[place.line];
    const double last_entry = lines.ninth[place.line];
    double* to = place.to;
    for (int i = 0; i < 3; ++i, to += place.stride) {
      const int step = place.is_left ? 1 : 3, begin = place.is_left ? 3 * i : i;
      to[0] = block[begin];
      to[1] = block[begin + step];
      to[2] = i < 2 ? block[begin + 2 * step] : last_entry;
    }
  });
}

}  // namespace stiffbench
