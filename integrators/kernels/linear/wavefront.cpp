#include "integrators/kernels/linear/wavefront.hpp"

#include <algorithm>
#include <array>

namespace stiffbench {
namespace {

constexpr int group = 256;  // rows of blocks; with 32 the gain is half as large

}  // namespace

void sweep_in_turns(const HalfBlocks& K, std::span<const BlockSweep> sweeps) {
  const int rows = K.row_count();
  std::array<int, sweeps_at_once + 1> done{};  // rows; done[0]: of what is before the first sweep
  done[0] = rows;
  while (done[sweeps.size()] < rows)
    for (std::size_t j = 1; j <= sweeps.size(); ++j)
      while (done[j] < rows) {
        const int end = std::min(done[j] + group, rows);
        // What these rows read or add to is complete when the sweep before has done it.
        if (K.reach(end - 1) >= done[j - 1]) break;
        sweep_blocks(sweeps[j - 1], done[j], end);
        done[j] = end;
        if (j == 1) break;
      }
}

}  // namespace stiffbench
