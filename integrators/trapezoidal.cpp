#include "integrators/contract/registry.hpp"
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

/// The trapezoidal rule, conjugate to the implicit midpoint rule; its first stage is the force at
/// u_n, taken anew in every step.
class Trapezoidal : public Dirk<tableaus::trapezoidal> {
 public:
  Facts facts() const { return facts_of("trapezoidal", "trapezoidal rule (Crank-Nicolson)"); }
};

const bool enrolled = enrol(Trapezoidal{});

}  // namespace
}  // namespace stiffbench
