#pragma once

#include "harness/single/turn.hpp"

#include <pybind11/pybind11.h>

namespace stiffbench::python {

/// A call of the harness. During its life other threads of Python run, one call of the harness is
/// under way in the process, and processes that it forks may call Python, since the handlers tell
/// the interpreter of each fork, as os.fork() does. A call inside a method's step is an Error,
/// because it would wait for itself.
class LongCall {
  // The lock of Python goes first: the turn may have to wait.
  pybind11::gil_scoped_release unlocked_;
  HarnessTurn turn_;
};

/// Prepares the process for forks inside a LongCall.
void watch_forks();

}  // namespace stiffbench::python
