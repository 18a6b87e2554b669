#include "integrators/contract/registry.hpp"
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

/// The implicit midpoint rule. Symplectic, symmetric, |R(iy)| = 1; it does not damp stiff modes, it
/// slows them down.
class ImplicitMidpoint : public Dirk<tableaus::implicit_midpoint> {
 public:
  Facts facts() const {
    return facts_of("implicit_midpoint", "implicit midpoint rule (Gauss, one stage)");
  }
};

const bool enrolled = enrol(ImplicitMidpoint{});

}  // namespace
}  // namespace stiffbench
