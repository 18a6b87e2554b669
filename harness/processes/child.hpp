#pragma once

#include <sys/types.h>

namespace stiffbench {

/// Prepares a child process; must be called first after fork(). The child dies with `parent`,
/// leaves terminal signals to it, and closes all inherited files except the standard ones and
/// `pipe`: a dying child must not hold the locks on its parent's files.
void begin_child(pid_t parent, int pipe);

}  // namespace stiffbench
