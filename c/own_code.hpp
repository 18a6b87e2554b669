#pragma once

#include <string>

namespace stiffbench::c {

/// Returns the hash of the program or shared object from whose file the function at this address
/// was loaded. Throws an Error if there is no such file, as for code that was compiled in memory.
std::string hash_of_file_with(const void* address);

}  // namespace stiffbench::c
