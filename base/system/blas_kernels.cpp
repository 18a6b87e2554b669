#include "base/system/blas_kernels.hpp"

#include "base/system/instruction_set.hpp"
#include "base/system/linked_function.hpp"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace stiffbench {

std::string blas_kernels() {
  auto* name = linked_function<char*()>("openblas_get_corename");
  return name == nullptr ? "" : name();
}

std::string better_blas_kernels(const std::string& chosen, const std::vector<std::string>& sets) {
  if (chosen != "Prescott") return "";
  if (std::ranges::count(sets, "avx512") > 0) return "SkylakeX";
  return std::ranges::count(sets, "avx2") > 0 ? "Haswell" : "";
}

void choose_blas_kernels(char** argv) {
  constexpr const char* variable = "OPENBLAS_CORETYPE";
  if (std::getenv(variable) != nullptr) return;
  const std::string kernels = better_blas_kernels(blas_kernels(), instruction_sets());
  if (kernels.empty()) return;
  ::setenv(variable, kernels.c_str(), 1);
  ::execv("/proc/self/exe", argv);  // returns only if it fails, and then the old kernels serve
}

}  // namespace stiffbench
