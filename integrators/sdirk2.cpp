#include "integrators/contract/registry.hpp"
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

/// Two stages, one matrix; L-stable, with hardly any damping of slow modes: |R(iy)| - 1 is of order
/// y^4.
class Sdirk2 : public Dirk<tableaus::sdirk2> {
 public:
  Facts facts() const {
    return facts_of("sdirk2", "singly diagonally implicit Runge-Kutta method, order 2 (Alexander)");
  }
};

const bool enrolled = enrol(Sdirk2{});

}  // namespace
}  // namespace stiffbench
