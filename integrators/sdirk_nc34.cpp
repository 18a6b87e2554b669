#include "integrators/contract/registry.hpp"
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

/// Three stages, one matrix, order 4. A-stable. Its stages lie outside the step: at 1.07 h and
/// -0.07 h.
class SdirkNc34 : public Dirk<tableaus::sdirk_nc34> {
 public:
  Facts facts() const {
    return facts_of(
        "sdirk_nc34",
        "singly diagonally implicit Runge-Kutta method, 3 stages, order 4 (Norsett, Crouzeix)");
  }
};

const bool enrolled = enrol(SdirkNc34{});

}  // namespace
}  // namespace stiffbench
