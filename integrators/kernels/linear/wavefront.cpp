// Sweep j may do a group of rows as soon as sweep j - 1 has done every row that the group reaches:
// what the group reads is complete then, and what it adds to is read no more. That is all that one
// sweep needs of another. A sweep tells the next one how far it is through an atomic number, which
// is stored with release after the rows are written and read with acquire before they are used.
// Rows that two sweeps add to, as those of the sums, are ordered by the same chain.

#include "integrators/kernels/linear/wavefront.hpp"

#include "base/system/threads.hpp"

#include <algorithm>
#include <array>
#include <atomic>

namespace stiffbench {
namespace {

constexpr int group = 256;  // rows of blocks; with 32 the gain is half as large
/// Sweeps that follow each other. Four are as fast as six, on 8000 vertices, whose matrix fits the
/// last cache, as on 150000, whose matrix does not.
constexpr int at_once = 4;
/// Matrices with fewer rows of blocks keep to one thread, which is as fast.
constexpr int least_rows = 4 * group;

/// The rows that a sweep has done, alone on its cache line.
struct alignas(64) Progress {
  std::atomic<int> rows = 0;
};

/// Returns once the sweep has done more rows than these.
void wait_for(const Progress& sweep, int rows) {
  constexpr int patience = 1000;  // looks; then another program may have the other core
  int done = sweep.rows.load(std::memory_order_acquire);
  for (int looks = 0; done <= rows; done = sweep.rows.load(std::memory_order_acquire))
    if (++looks > patience) sweep.rows.wait(done, std::memory_order_acquire);
}

/// The sweeps that a thread does at once. Four, so that K comes from far away once for them. But a
/// thread begins when the one before is a bandwidth ahead for each of its sweeps: where that is a
/// large part of the rows, or where bunches of four leave a thread without work, they share four.
int bunch_size(const HalfBlocks& K, int sweeps, int threads) {
  if (threads == 1) return at_once;
  constexpr int least_share = 4;  // of the rows, over what a thread waits for; not critical
  const bool soon = K.row_count() >= least_share * threads * at_once * K.bandwidth();
  return soon && sweeps % (threads * at_once) == 0 ? at_once : std::max(1, at_once / threads);
}

/// Does sweeps that follow each other on one thread, behind the one that `before` belongs to.
/// `last` tells how far the last of them is.
void sweep_bunch(const HalfBlocks& K, std::span<const BlockSweep> sweeps, const Progress& before,
                 Progress& last) {
  const int rows = K.row_count();
  std::array<int, at_once> done{};
  while (done[sweeps.size() - 1] < rows)
    for (std::size_t j = 0; j < sweeps.size(); ++j)
      while (done[j] < rows) {
        const int end = std::min(done[j] + group, rows), reach = K.reach(end - 1);
        if (j == 0)
          wait_for(before, reach);
        else if (reach >= done[j - 1])
          break;
        sweep_blocks(sweeps[j], done[j], end);
        done[j] = end;
        if (j + 1 == sweeps.size()) {
          last.rows.store(end, std::memory_order_release);
          last.rows.notify_one();
        }
        if (j == 0) break;
      }
}

}  // namespace

void sweep_in_turns(const HalfBlocks& K, std::span<const BlockSweep> sweeps) {
  const int count = static_cast<int>(sweeps.size());
  const int threads = K.row_count() < least_rows ? 1 : std::min(thread_count(), count);
  const int size = bunch_size(K, count, threads);
  std::array<Progress, most_sweeps + 1> progress;  // of what is before each bunch, and at the end
  progress[0].rows = K.row_count();
  // A thread takes the first bunch that none has taken, so that it waits for begun ones alone.
  std::atomic<int> next = 0;
  on_threads(threads, [&](int, int) {
    for (int bunch; (bunch = next.fetch_add(1, std::memory_order_relaxed)) * size < count;)
      sweep_bunch(K,
                  sweeps.subspan(static_cast<std::size_t>(bunch * size),
                                 static_cast<std::size_t>(std::min(size, count - bunch * size))),
                  progress[static_cast<std::size_t>(bunch)],
                  progress[static_cast<std::size_t>(bunch) + 1]);
  });
}

void sweep_in_parts(const HalfBlocks& K, const BlockSweep& sweep) {
  const std::vector<int>& ends = K.part_ends();
  const int count = static_cast<int>(ends.size());
  for (const int first : {0, 1})
    on_ranges((count + 1 - first) / 2, 1, [&](long from, long to) {
      for (auto part = static_cast<std::size_t>(first + 2 * from); from < to; ++from, part += 2)
        sweep_blocks(sweep, part == 0 ? 0 : ends[part - 1], ends[part]);
    });
}

}  // namespace stiffbench
