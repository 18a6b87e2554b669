#include "integrators/contract/registry.hpp"
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

/// Two stages, one matrix, order 3. A-stable, R(infinity) = 1 - sqrt 3: the stiffest modes
/// alternate and lose a quarter a step.
class SdirkNcs23 : public Dirk<tableaus::sdirk_ncs23> {
 public:
  Facts facts() const {
    return facts_of(
        "sdirk_ncs23",
        "singly diagonally implicit Runge-Kutta method, 2 stages, order 3 (Norsett, Crouzeix)");
  }
};

const bool enrolled = enrol(SdirkNcs23{});

}  // namespace
}  // namespace stiffbench
