#include "integrators/contract/registry.hpp"
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

/// Implicit Euler. L-stable; it damps every oscillation: |R(iy)|^2 = 1 / (1 + y^2).
class ImplicitEuler : public Dirk<tableaus::implicit_euler> {
 public:
  Facts facts() const { return facts_of("implicit_euler", "implicit Euler"); }
};

const bool enrolled = enrol(ImplicitEuler{});

}  // namespace
}  // namespace stiffbench
