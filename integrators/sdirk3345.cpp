#include "integrators/contract/registry.hpp"
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

/// Three stages, one matrix; for oscillations, with dispersion of order 4 and dissipation of
/// order 5. On linear problems it is sdirk_nc34.
class Sdirk3345 : public Dirk<tableaus::sdirk3345> {
 public:
  Facts facts() const {
    return facts_of(
        "sdirk3345",
        "singly diagonally implicit Runge-Kutta method for oscillations, SDIRK(3,3,4,5)");
  }
};

const bool enrolled = enrol(Sdirk3345{});

}  // namespace
}  // namespace stiffbench
