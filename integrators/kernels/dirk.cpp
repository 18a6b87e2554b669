#include "integrators/kernels/dirk.hpp"

namespace stiffbench {

template std::array<AnyIntegrator, 4> compile_loop<Dirk>();

}  // namespace stiffbench
