#pragma once

namespace stiffbench {

/// Sets the number of threads of kernels, BLAS and CHOLMOD. A process that has used several threads
/// must not fork.
void use_threads(long count);
/// Sets one thread, so that measured times are those of one core.
void use_one_thread();

}  // namespace stiffbench
