#include "integrators/kernels/coupled.hpp"

namespace stiffbench {

template std::array<AnyIntegrator, 4> compile_loop<Coupled>();

}  // namespace stiffbench
