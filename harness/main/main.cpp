#include "base/system/blas_kernels.hpp"
#include "harness/cli/command_line.hpp"

#ifdef __x86_64__
#include <cstdio>
#include <cstdlib>

namespace {

/// Ends a program compiled for another CPU with a message instead of an illegal instruction. It
/// runs before the constructors of static objects, which may contain one.
[[gnu::constructor(101)]] void require_cpu_of_build() {
  __builtin_cpu_init();
  const char* lacking = nullptr;
#ifdef __AVX2__
  if (!__builtin_cpu_supports("avx2")) lacking = "AVX2";
#endif
#ifdef __AVX512F__
  if (!__builtin_cpu_supports("avx512f")) lacking = "AVX-512";
#endif
  if (lacking == nullptr) return;
  std::fprintf(stderr,
               "stiffbench: a build for one CPU needs its instructions; got a CPU without %s; "
               "build here, or use the preset portable\n",
               lacking);
  std::_Exit(1);
}

}  // namespace
#endif

int main(int argc, char** argv) {
  stiffbench::choose_blas_kernels(argv);
  return stiffbench::command_line(argc, argv);
}
