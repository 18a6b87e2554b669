// The only file that is compiled with OpenMP. Another one would have Eigen make threads of its own,
// whose number changes the digits of its products.

#include "base/system/threads.hpp"

namespace stiffbench {

void call_on_one_openmp_thread(void (*work)(const void*), const void* context) {
  // CHOLMOD asks for four threads, whatever number is set. It keeps a limit.
#pragma omp teams num_teams(1) thread_limit(1)
  work(context);
}

}  // namespace stiffbench
