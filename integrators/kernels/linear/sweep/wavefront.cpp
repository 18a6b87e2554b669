// Sweep j may process a group of rows as soon as sweep j - 1 has finished every row that the group
// reaches: the data that the group reads is then complete, and the data to which it adds is no
// longer read. Sweeps need no other synchronization. A sweep publishes its progress to the next one
// in an atomic number, which is stored with release semantics after the rows are written, and read
// with acquire semantics before they are used. The same chain orders rows to which two sweeps add,
// such as those of the sums.

#include "integrators/kernels/linear/sweep/wavefront.hpp"

#include "base/system/threads.hpp"

#include <algorithm>
#include <array>
#include <atomic>

namespace stiffbench {
namespace {

constexpr int group = 256;  // rows of blocks; with 32 the gain is half as large
/// The number of sweeps that follow each other closely. Four are as fast as six, both on 8000
/// vertices, whose matrix fits the last-level cache, and on 150000, whose matrix does not.
constexpr int at_once = 4;
/// Matrices with fewer rows of blocks use one thread, which is as fast.
constexpr int least_rows = 4 * group;

/// The number of rows that a sweep has finished, alone on its cache line.
struct alignas(64) Progress {
  std::atomic<int> rows = 0;
};

/// Returns once the sweep has finished more than `rows` rows.
void wait_for(const Progress& sweep, int rows) {
  constexpr int patience = 1000;  // polls before it sleeps: another program may have the core
  int done = sweep.rows.load(std::memory_order_acquire);
  for (int looks = 0; done <= rows; done = sweep.rows.load(std::memory_order_acquire))
    if (++looks > patience) sweep.rows.wait(done, std::memory_order_acquire);
}

/// The number of sweeps that a thread processes together. Four is best, since K is then loaded from
/// memory once for all of them. But a thread begins when the previous one is a bandwidth ahead for
/// each of its sweeps. Where that is a large part of the rows, or where bunches of four would leave
/// a thread without work, the threads share four sweeps.
int bunch_size(const HalfBlocks& K, int sweeps, int threads) {
  if (threads == 1) return at_once;
  constexpr int least_share = 4;  // least ratio of rows to rows that threads wait for; not critical
  const bool soon = K.row_count() >= least_share * threads * at_once * K.bandwidth();
  return soon && sweeps % (threads * at_once) == 0 ? at_once : std::max(1, at_once / threads);
}

/// Performs sweeps that follow each other on one thread, behind the sweep with the progress
/// `before`. `last` receives the progress of the last of them.
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
  std::array<Progress, most_sweeps + 1> progress;  // before each bunch, and after the last
  progress[0].rows = K.row_count();
  // A thread takes the first bunch that is not taken, so it only waits for bunches that have begun.
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
