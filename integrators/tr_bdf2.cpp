#include "integrators/contract/registry.hpp"
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

/// A trapezoidal step to gamma h, then the second backward differentiation formula. L-stable. The
/// first stage is the force at u_n, taken anew in every step.
class TrBdf2 : public Dirk<tableaus::tr_bdf2> {
 public:
  Facts facts() const { return facts_of("tr_bdf2", "TR-BDF2 with gamma = 2 - sqrt 2, one matrix"); }
};

const bool enrolled = enrol(TrBdf2{});

}  // namespace
}  // namespace stiffbench
