#pragma once

#include "integrators/contract/outcome.hpp"

#include <functional>
#include <optional>
#include <string>

namespace stiffbench {

/// Bounds of one isolated job; none where absent.
struct Limits {
  std::optional<double> timeout = {};  ///< wall-clock time (s)
  std::optional<long> memory = {};     ///< address space (bytes)
};

/// How an isolated job ended.
struct Isolated {
  Status status = Status::ok;  ///< ok, timeout, out_of_memory, crashed, or unfit: it threw an Error
  std::string reason;          ///< empty when ok; the Error's text when unfit
  std::string result;          ///< what the job returned, when ok
  /// The most memory that was resident in the child (bytes). It is a fork: what the caller had
  /// resident counts from the start, shared or not.
  long peak_memory = 0;
};

/// Runs `job` in a child process: whatever it does to itself, the caller lives. The child dies with
/// its parent.
Isolated isolate(const std::function<std::string()>& job, const Limits& limits);

}  // namespace stiffbench
