#pragma once

#include "integrators/contract/outcome.hpp"

#include <functional>
#include <optional>
#include <string>

namespace stiffbench {

/// Limits of one isolated job; an absent limit is none.
struct Limits {
  std::optional<double> timeout = {};  ///< wall-clock time (s)
  std::optional<long> memory = {};     ///< address space (bytes); ignored under sanitizers
};

/// Throws an Error for a timeout that is not positive, and for a memory limit that leaves nothing
/// beyond the use of this process.
void check_limits(const Limits& limits);

/// How an isolated job ended.
struct JobEnd {
  Status status = Status::ok;  ///< ok, timeout, out_of_memory, crashed; not_applicable for an Error
  std::string reason;          ///< empty when ok; the Error's text when not_applicable
  std::string result;          ///< return value of the job, when ok
  /// Peak resident memory of the child (bytes). As the child is a fork, it includes the memory that
  /// was resident in the caller.
  long peak_memory = 0;
  double cpu = 0;  ///< CPU time of the child (s)
};

/// Runs `job` in a child process. A crash, an exception or a violated limit ends the child, not the
/// caller. The child is killed when its parent dies. If an InterruptHandler has received a signal,
/// the child is killed and Interrupted is thrown.
JobEnd isolate(const std::function<std::string()>& job, const Limits& limits);

}  // namespace stiffbench
