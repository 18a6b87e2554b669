#pragma once

#include "harness/io/json.hpp"

namespace stiffbench {

/// Describes the machine and the build of this program: CPU, instruction sets compiled for, caches,
/// governor, compiler and flags, git commit, versions of the dependencies, BLAS, and the hash of
/// all of it. The first call collects the data.
const Json& environment();

}  // namespace stiffbench
