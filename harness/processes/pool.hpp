#pragma once

#include <functional>
#include <string>

namespace stiffbench {

/// Returns the number of processors that this process may use.
long usable_cores();

/// Tasks 0 to count - 1, started in this order and executed by child processes, `jobs` at once.
struct PoolTasks {
  long jobs = 1;
  std::size_t count = 0;
  /// Executes one task in a child process and returns its result. An exception ends the pool with
  /// an Error.
  std::function<std::string(std::size_t)> task;
  /// Receives the result of one task, in the parent, in the order of completion.
  std::function<void(std::size_t, const std::string&)> receive;
  /// Called about ten times a second while the parent waits.
  std::function<void()> wait;
};

/// Executes the tasks. A child process takes the next task by itself, so that it is never idle
/// while the parent writes. The first signal of an InterruptHandler terminates all children,
/// delivers the complete results, and throws Interrupted. Children die with their parent.
void run_pool(const PoolTasks& tasks);

}  // namespace stiffbench
