#include "integrators/kernels/rosenbrock.hpp"

namespace stiffbench {

template std::array<AnyIntegrator, 4> compile_loop<Rosenbrock>();

}  // namespace stiffbench
