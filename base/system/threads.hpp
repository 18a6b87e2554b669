#pragma once

#include <algorithm>

namespace stiffbench {

/// Sets the number of threads that kernels of this process use afterwards. It is at least 1, the
/// default. A process that has used several threads must not fork, because a child process has only
/// the forking thread.
void set_thread_count(int count);

/// Returns the number of threads that a kernel may use here: the number set by set_thread_count(),
/// or 1 inside on_threads(), so that the process never uses more threads than were set.
int thread_count();

/// Calls `work(context, thread, team)` once for each `thread` from 0 to team - 1. The team has
/// `count` threads, or 1 if the caller belongs to a team already or if another thread is using the
/// team.
///
/// The caller executes piece 0 and afterwards every piece that no other thread has begun. Hence no
/// piece may wait for a later one. If pieces throw exceptions, the exception of the first such
/// piece is rethrown. A waiting thread releases its core after some microseconds.
void call_on_threads(int count, void (*work)(const void*, int, int), const void* context);

/// Calls `work(thread, team)` as call_on_threads() does.
template <class Work>
void on_threads(int count, const Work& work) {
  call_on_threads(
      count,
      [](const void* context, int thread, int team) {
        (*static_cast<const Work*>(context))(thread, team);
      },
      &work);
}

/// Divides the numbers 0 to count - 1 into ranges and calls `work(first, last)` for every
/// range [first, last), each on a different thread. A range has at least `least` numbers, unless it
/// is the only one. The ranges depend on the number of threads, so the result for one number must
/// not depend on other numbers.
template <class Work>
void on_ranges(long count, long least, const Work& work) {
  const long threads = std::clamp(count / least, 1L, static_cast<long>(thread_count()));
  on_threads(static_cast<int>(threads), [&](int thread, int team) {
    work(count * thread / team, count * (thread + 1) / team);
  });
}

/// Calls `work(context)` with a limit of one OpenMP thread, for libraries that start OpenMP threads
/// themselves. Waiting OpenMP threads occupy cores for as long as the user's environment says.
void call_on_one_openmp_thread(void (*work)(const void*), const void* context);
/// Calls `work()` as call_on_one_openmp_thread() does.
template <class Work>
void on_one_openmp_thread(const Work& work) {
  call_on_one_openmp_thread([](const void* context) { (*static_cast<const Work*>(context))(); },
                            &work);
}

}  // namespace stiffbench
