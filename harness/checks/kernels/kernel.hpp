#pragma once

#include <functional>
#include <string>
#include <vector>

namespace stiffbench {

/// A kernel applied to a problem.
struct Kernel {
  std::string name, problem;
  std::string set;   ///< the instruction set of its code
  double bytes = 0;  ///< minimum memory traffic: each number once, and twice if it is modified
  std::function<void()> work;
  int pieces = 1;  ///< number of times that `work` executes the kernel
};

/// Returns the instruction set of code compiled without run-time dispatch, such as "sse2".
std::string compiled_set();

/// The product with which others are compared. It is the first of bunny_kernels().
inline constexpr const char* plain_product = "product with K";

/// Returns products with K, the Chebyshev step, forces, assembly and solves on the bunny of this
/// size. Their bytes count the full K, even for kernels that read only half of it.
std::vector<Kernel> bunny_kernels(const std::string& size);
/// Returns the force on this many bristles, bent and in contact with each other and with the
/// sphere.
std::vector<Kernel> brush_kernels(long nx, long ny);

/// Returns the kernel a = b + 3 c with this many bytes read and written, which measures memory
/// bandwidth.
std::function<void()> triad(double bytes);

/// Uses the address of a value so that no compiler removes its computation.
inline void use(const void* place) { asm volatile("" : : "r"(place) : "memory"); }

}  // namespace stiffbench
