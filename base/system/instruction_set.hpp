#pragma once

// The targets of Highway that own kernels are compiled for. A file that compiles a kernel for each
// of them includes this header first.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#ifdef __x86_64__  // In a build for one CPU too, so that all sets can be compared there.
#define HWY_BASELINE_TARGETS HWY_BASELINE_SCALAR
#endif

#include <string>
#include <vector>

namespace stiffbench {

/// The instruction sets that own kernels are compiled for and this CPU has, the widest first:
/// "avx512", "avx2" (both with fused multiply-add), and "baseline", which every CPU of the
/// architecture has. A build for one CPU has them all as well.
std::vector<std::string> instruction_sets();

/// The instruction set in use: the widest, unless use_instruction_set() chose another.
const std::string& instruction_set();

/// Chooses the instruction set of all kernels that prepare themselves from now on. A name that is
/// not in instruction_sets() is an Error. Tests and benchmarks compare the sets by it.
void use_instruction_set(const std::string& name);

/// Whether the instruction set in use has registers of four numbers or more.
bool has_wide_registers();

}  // namespace stiffbench
