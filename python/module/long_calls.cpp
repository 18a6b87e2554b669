#include "python/module/long_calls.hpp"

#include <pthread.h>

namespace stiffbench::python {
namespace {

thread_local PyGILState_STATE lock_of_fork;

// The child of a fork has one thread. It gets the interpreter in a sound state only if that thread
// held Python's lock, and if Python then renews its own locks.

void before_fork() {
  if (!HarnessTurn::is_here()) return;
  lock_of_fork = PyGILState_Ensure();
  PyOS_BeforeFork();
}

void after_fork_in_parent() {
  if (!HarnessTurn::is_here()) return;
  PyOS_AfterFork_Parent();
  PyGILState_Release(lock_of_fork);
}

void after_fork_in_child() {
  if (!HarnessTurn::is_here()) return;
  PyOS_AfterFork_Child();
  PyGILState_Release(lock_of_fork);
}

}  // namespace

void watch_forks() { ::pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child); }

}  // namespace stiffbench::python
