#include "integrators/contract/registry.hpp"
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

/// TR-BDF2 with a stage in the middle, as structural dynamics has it. L-stable. Its two implicit
/// stages have different matrices.
class TrBdf2B : public Dirk<tableaus::tr_bdf2_b> {
 public:
  Facts facts() const { return facts_of("tr_bdf2_b", "TR-BDF2 with gamma = 1/2 (Bathe)"); }
};

const bool enrolled = enrol(TrBdf2B{});

}  // namespace
}  // namespace stiffbench
