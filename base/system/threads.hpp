#pragma once

#include <algorithm>

namespace stiffbench {

/// Sets how many threads kernels of this process use from now on, one at least (count). One is the
/// start. A process that has used several must not fork: its threads do not follow into the child.
void set_thread_count(int count);

/// The threads that a kernel may use here: what set_thread_count() says, and one inside of
/// on_threads(), so that nothing uses more threads than it says (count).
int thread_count();

/// Calls `work(context, thread, team)` on `count` threads at the same time, with thread from 0 to
/// team - 1. The team is as many as there are: `count`, or fewer where the system has no more. An
/// exception of one thread is thrown again, that of the first thread which has one.
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

/// Calls `work()`, of a library that asks OpenMP for threads by itself, so that it gets no more
/// than thread_count().
void call_with_limited_threads(void (*work)(const void*), const void* context);
template <class Work>
void with_limited_threads(const Work& work) {
  call_with_limited_threads([](const void* context) { (*static_cast<const Work*>(context))(); },
                            &work);
}

}  // namespace stiffbench
