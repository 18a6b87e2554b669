#include "integrators/kernels/explicit_runge_kutta.hpp"

namespace stiffbench {

template std::array<AnyIntegrator, 4> compile_loop<ExplicitRungeKutta>();

}  // namespace stiffbench
