#pragma once

#include "harness/io/json.hpp"

namespace stiffbench {

/// The machine that this program runs on and the build that it comes from: CPU, instruction sets
/// compiled for, caches, governor, compiler and flags, git commit, versions of the dependencies,
/// BLAS, and the hash of all that. The first call gathers it.
const Json& environment();

/// Has kernels, BLAS and CHOLMOD use this many threads from now on. A process that has used several
/// must not fork.
void use_threads(long count);
/// Has them use one thread, so that a time is the work of one core.
void use_one_thread();

}  // namespace stiffbench
