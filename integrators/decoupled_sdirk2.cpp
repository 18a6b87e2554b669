#include "integrators/contract/registry.hpp"
#include "integrators/kernels/decoupled.hpp"

namespace stiffbench {
namespace {

/// The decoupled method of SDIRK2. Unlike A-1 it is not stable at every step: with y = h omega its
/// trace is Re R(iy) (1 + 1/|R(iy)|^2), R of SDIRK2.
class DecoupledSdirk2 : public Decoupled<tableaus::sdirk2> {
 public:
  Facts facts() const {
    return facts_of("decoupled_sdirk2", "decoupled symplectic method of sdirk2 (You, Zheng, Li)");
  }
  void resolve() const { newton().check_options(facts().name); }
};

const bool enrolled = enrol(DecoupledSdirk2{});

}  // namespace
}  // namespace stiffbench
