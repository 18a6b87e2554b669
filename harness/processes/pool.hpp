#pragma once

#include <functional>
#include <string>

namespace stiffbench {

/// The processors that this process may use (count).
long usable_cores();

/// Tasks 0 to count - 1, done by child processes, `jobs` at once, in this order.
struct PoolTasks {
  long jobs = 1;
  std::size_t count = 0;
  /// Does one task in a child process and returns its result. An Error or another exception in it
  /// ends the pool with an Error.
  std::function<std::string(std::size_t)> task;
  /// Takes the result of one task, in the parent, in the order in which tasks end.
  std::function<void(std::size_t, const std::string&)> receive;
  /// Is called about ten times a second while the parent waits.
  std::function<void()> wait;
};

/// Does the tasks. A child process takes the next task by itself, so that it is never idle while
/// the parent writes. The first signal of an InterruptHandler ends all children, hands over the
/// results that are complete, and throws Interrupted. Children die with their parent.
void run_pool(const PoolTasks& tasks);

}  // namespace stiffbench
