#include "integrators/contract/registry.hpp"
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

/// A stand-in for ILDDDIRK22, for which no table has been published: the one method of two stages
/// with its properties, two midpoint steps of h/2. |R(iy)| = 1.
class Ilddirk22 : public Dirk<tableaus::ilddirk22> {
 public:
  Facts facts() const {
    return facts_of("ilddirk22",
                    "two midpoint half-steps, a stand-in for ILDDDIRK22 (no published table)");
  }
};

const bool enrolled = enrol(Ilddirk22{});

}  // namespace
}  // namespace stiffbench
