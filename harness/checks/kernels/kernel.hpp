#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stiffbench {

/// A kernel at work on a problem.
struct Kernel {
  std::string name, problem;
  std::string set;   ///< the instruction set of its code
  double bytes = 0;  ///< that it must move: each number once, and twice what it changes
  std::function<void()> work;
  int pieces = 1;  ///< how often `work` does what the name says
};

/// The instruction set of what is compiled without a choice at run time, as "sse2".
std::string compiled_set();

/// The product that others are compared with. It comes first among bunny_kernels().
inline constexpr const char* plain_product = "product with K";

/// Products with K, the Chebyshev step, forces, assembly and solves on the bunny of this size. K
/// counts as a whole in their bytes, also where a kernel reads a half of it.
std::vector<Kernel> bunny_kernels(const std::string& size);
/// The force on this many bristles, bent and in contact with each other and with the sphere.
std::vector<Kernel> brush_kernels(long nx, long ny);

/// A = b + 3 c with this many bytes read and written: the speed that memory allows.
std::function<void()> triad(double bytes);

/// The place of a value in memory as a use of it that no compiler removes.
inline void use(const void* place) { asm volatile("" : : "r"(place) : "memory"); }

}  // namespace stiffbench
