#include "integrators/contract/registry.hpp"
#include "integrators/kernels/coupled.hpp"
#include "integrators/tableaus/gauss.hpp"

namespace stiffbench {
namespace {

/// Symplectic, symmetric, |R(iy)| = 1; its two stages are one system of twice the size.
class Gauss4 : public Coupled<tableaus::gauss4> {
 public:
  Facts facts() const { return facts_of("gauss4", "Gauss-Legendre collocation, two stages"); }
};

const bool enrolled = enrol(Gauss4{});

}  // namespace
}  // namespace stiffbench
