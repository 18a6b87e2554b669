#pragma once

#include "harness/io/json.hpp"

namespace stiffbench {

/// Describes the machine and the build of this program: CPU, instruction sets compiled for, caches,
/// governor, compiler and flags, git commit, versions of the dependencies, BLAS, and the hash of
/// all of it. The first call collects the data.
const Json& environment();

/// Sets the number of threads of kernels, BLAS and CHOLMOD. A process that has used several threads
/// must not fork.
void use_threads(long count);
/// Sets one thread, so that measured times are those of one core.
void use_one_thread();

}  // namespace stiffbench
