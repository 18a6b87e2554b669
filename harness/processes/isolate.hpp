#pragma once

#include "integrators/contract/outcome.hpp"

#include <functional>
#include <optional>
#include <string>

namespace stiffbench {

/// Bounds of one isolated job. An absent bound limits nothing.
struct Limits {
  std::optional<double> timeout = {};  ///< wall-clock time (s)
  std::optional<long> memory = {};     ///< address space (bytes); none under an address sanitizer
};

/// Refuses a timeout that is not positive, and a limit of memory that leaves nothing beside what
/// this process takes, with an Error.
void check_limits(const Limits& limits);

/// How an isolated job ended.
struct JobEnd {
  Status status = Status::ok;  ///< ok, timeout, out_of_memory, crashed; unfit for an Error
  std::string reason;          ///< empty when ok; the Error's text when unfit
  std::string result;          ///< what the job returned, when ok
  /// Peak resident memory of the child (bytes). The child is a fork, so that it includes the memory
  /// that was resident in the caller.
  long peak_memory = 0;
  double cpu = 0;  ///< time of the processor that the child used (s)
};

/// Runs `job` in a child process. A crash, an exception or a breach of the limits ends the child
/// and not the caller. The child is killed when its parent dies. It throws Interrupted when an
/// InterruptHandler has got a signal, and kills the child.
JobEnd isolate(const std::function<std::string()>& job, const Limits& limits);

}  // namespace stiffbench
