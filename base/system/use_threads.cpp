#include "base/system/use_threads.hpp"

#include "base/system/linked_function.hpp"
#include "base/system/threads.hpp"

namespace stiffbench {

void use_threads(long count) {
  set_thread_count(static_cast<int>(count));
  if (auto* set = linked_function<void(int)>("openblas_set_num_threads"))
    set(static_cast<int>(count));
}

void use_one_thread() { use_threads(1); }

}  // namespace stiffbench
