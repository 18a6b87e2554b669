#pragma once

#include <string>
#include <vector>

namespace stiffbench {

/// Returns the name of the kernels that OpenBLAS has chosen, such as "SkylakeX", or nothing with
/// another BLAS.
std::string blas_kernels();

/// Returns the kernels that OpenBLAS should have instead, or nothing where its choice is right. It
/// knows CPUs by their numbers, and takes "Prescott", two numbers at a time, for those that came
/// after it, as Debian 12's release of 2022 does for Intel's Xeons of 2023. `sets` are the
/// instruction_sets() of this CPU.
std::string better_blas_kernels(const std::string& chosen, const std::vector<std::string>& sets);

/// Starts this program again with better_blas_kernels() in OPENBLAS_CORETYPE, if there are any and
/// the caller has not set this variable: the library reads it before main. Returns if the program
/// may go on as it is. `argv` has the words of main().
void choose_blas_kernels(char** argv);

}  // namespace stiffbench
