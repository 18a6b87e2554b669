#include "python/module/long_calls.hpp"

#include "base/error.hpp"
#include "harness/run/environment.hpp"

#include <pthread.h>

namespace stiffbench::python {
namespace {

thread_local bool in_call = false;
thread_local PyGILState_STATE lock_of_fork;

std::mutex& turns() {
  static std::mutex mutex;
  return mutex;
}

// The child of a fork has one thread. It gets the interpreter in a sound state only if that thread
// held Python's lock, and if Python then renews its own locks.

void before_fork() {
  if (!in_call) return;
  lock_of_fork = PyGILState_Ensure();
  PyOS_BeforeFork();
}

void after_fork_in_parent() {
  if (!in_call) return;
  PyOS_AfterFork_Parent();
  PyGILState_Release(lock_of_fork);
}

void after_fork_in_child() {
  if (!in_call) return;
  PyOS_AfterFork_Child();
  PyGILState_Release(lock_of_fork);
}

}  // namespace

LongCall::LongCall() {
  if (in_call)
    throw Error("a method takes steps, and runs nothing itself", "a run inside a run",
                "move it out of the method");
  unlocked_.emplace();
  turn_ = std::unique_lock(turns());
  in_call = true;
  use_one_thread();  // a process that has used several threads must not fork
}

LongCall::~LongCall() { in_call = false; }

void watch_forks() { ::pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child); }

}  // namespace stiffbench::python
