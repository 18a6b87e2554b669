#pragma once

// The targets of Highway for which the project's kernels are compiled. A file that compiles a
// kernel for every target includes this header first.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#ifdef __x86_64__  // Also in a build for one CPU, so that all sets can be compared there.
#define HWY_BASELINE_TARGETS HWY_BASELINE_SCALAR
#endif

#include <string>
#include <vector>

namespace stiffbench {

/// Returns the instruction sets for which the project's kernels are compiled and which this CPU
/// supports, widest first: "avx512", "avx2" (both with fused multiply-add), and "baseline", which
/// every CPU of the architecture supports. A build for one CPU contains all of them, too.
std::vector<std::string> instruction_sets();

/// Returns the instruction set in use: the widest, unless use_instruction_set() chose another one.
const std::string& instruction_set();

/// Sets the instruction set of all kernels that are prepared afterwards. Tests and benchmarks call
/// this function to compare the sets. Throws an Error if instruction_sets() does not have the name.
void use_instruction_set(const std::string& name);

/// Returns true if registers of the instruction set in use hold at least four doubles.
bool has_wide_registers();

}  // namespace stiffbench
