#include "integrators/contract/registry.hpp"
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

/// Four stages, one matrix; for oscillations, with dispersion of order 4 and dissipation of
/// order 7. Its constants are large: h omega has to be below 1/2 before the orders pay.
class Sdirk4347 : public Dirk<tableaus::sdirk4347> {
 public:
  Facts facts() const {
    return facts_of(
        "sdirk4347",
        "singly diagonally implicit Runge-Kutta method for oscillations, SDIRK(4,3,4,7)");
  }
};

const bool enrolled = enrol(Sdirk4347{});

}  // namespace
}  // namespace stiffbench
