// The only file that is compiled with OpenMP. Another one would have Eigen make threads of its own,
// whose number changes the digits of its products.

#include "base/system/threads.hpp"

#include <exception>
#include <mutex>
#include <omp.h>

namespace stiffbench {
namespace {

int count_of_process = 1;

}  // namespace

void set_thread_count(int count) {
  count_of_process = count;
  omp_set_num_threads(count);
  omp_set_max_active_levels(1);
}

int thread_count() { return omp_in_parallel() ? 1 : count_of_process; }

void call_on_threads(int count, void (*work)(const void*, int, int), const void* context) {
  if (count == 1) return work(context, 0, 1);
  std::exception_ptr first;
  int thread_of_first = count;
  std::mutex mutex;
#pragma omp parallel num_threads(count)
  {
    const int thread = omp_get_thread_num();
    try {
      work(context, thread, omp_get_num_threads());
    } catch (...) {  // an exception must not leave the region
      const std::scoped_lock lock(mutex);
      if (thread < thread_of_first) {
        thread_of_first = thread;
        first = std::current_exception();
      }
    }
  }
  if (first) std::rethrow_exception(first);
}

void call_with_limited_threads(void (*work)(const void*), const void* context) {
  if (omp_in_parallel()) return work(context);  // a region within gets one thread
    // CHOLMOD asks for four threads, whatever the number of threads is set to. A limit it keeps.
#pragma omp teams num_teams(1) thread_limit(count_of_process)
  work(context);
}

}  // namespace stiffbench
