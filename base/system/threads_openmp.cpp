// Only this file is compiled with OpenMP. In other files OpenMP would make Eigen use several
// threads, and the digits of its products would depend on their number.

#include "base/system/threads.hpp"

namespace stiffbench {

void call_on_one_openmp_thread(void (*work)(const void*), const void* context) {
  // CHOLMOD requests four threads regardless of the number that is set, but it respects a limit.
#pragma omp teams num_teams(1) thread_limit(1)
  work(context);
}

}  // namespace stiffbench
