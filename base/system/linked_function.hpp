#pragma once

#include <dlfcn.h>

namespace stiffbench {

/// Returns the function of this name in a linked library, or null. OpenBLAS, MKL and the reference
/// BLAS export different functions.
template <class Function>
Function* linked_function(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace stiffbench
