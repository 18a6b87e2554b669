#pragma once

#include <algorithm>

namespace stiffbench {

/// Sets how many threads kernels of this process use from now on, one at least (count). One is the
/// start. A process that has used several must not fork: its threads do not follow into the child.
void set_thread_count(int count);

/// The threads that a kernel may use here: what set_thread_count() says, and one inside of
/// on_threads(), so that nothing uses more threads than it says (count).
int thread_count();

/// Calls `work(context, thread, team)` once for each thread from 0 to team - 1, each on a thread of
/// its own where one is free. The caller does 0, and in the end each piece that no other thread has
/// begun: one piece must not wait for a later one. The team is `count`, or 1 where the caller is
/// itself part of a team, or where another thread uses the team. An exception of a piece is thrown
/// again, that of the first piece which has one. A thread that waits gives its core away after some
/// microseconds.
void call_on_threads(int count, void (*work)(const void*, int, int), const void* context);

/// Calls `work(thread, team)` in the way of call_on_threads().
template <class Work>
void on_threads(int count, const Work& work) {
  call_on_threads(
      count,
      [](const void* context, int thread, int team) {
        (*static_cast<const Work*>(context))(thread, team);
      },
      &work);
}

/// Calls `work(first, last)` for ranges that make up 0 to count - 1, each on a thread of its own
/// and with at least `least` of the numbers, or for the whole. The ranges depend on the threads:
/// what `work` does with one number must not depend on another.
template <class Work>
void on_ranges(long count, long least, const Work& work) {
  const long threads = std::clamp(count / least, 1L, static_cast<long>(thread_count()));
  on_threads(static_cast<int>(threads), [&](int thread, int team) {
    work(count * thread / team, count * (thread + 1) / team);
  });
}

/// Calls `work()`, of a library that asks OpenMP for threads by itself, so that it gets one. OpenMP's
/// threads stay awake while they wait, for as long as the user's environment says.
void call_on_one_openmp_thread(void (*work)(const void*), const void* context);
template <class Work>
void on_one_openmp_thread(const Work& work) {
  call_on_one_openmp_thread([](const void* context) { (*static_cast<const Work*>(context))(); },
                            &work);
}

}  // namespace stiffbench
