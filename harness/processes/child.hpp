#pragma once

#include <sys/types.h>

namespace stiffbench {

/// What a child process does first after fork(). It dies with `parent`, leaves signals of the
/// terminal to it, and closes all files that it has inherited but the standard ones and `pipe`: a
/// child that is still dying must not hold the lock of its parent's files.
void begin_child(pid_t parent, int pipe);

}  // namespace stiffbench
