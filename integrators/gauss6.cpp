#include "integrators/contract/registry.hpp"
#include "integrators/kernels/coupled.hpp"
#include "integrators/tableaus/gauss.hpp"

namespace stiffbench {
namespace {

/// Symplectic, symmetric, |R(iy)| = 1; its three stages are one system of three times the size.
class Gauss6 : public Coupled<tableaus::gauss6> {
 public:
  Facts facts() const { return facts_of("gauss6", "Gauss-Legendre collocation, three stages"); }
};

const bool enrolled = enrol(Gauss6{});

}  // namespace
}  // namespace stiffbench
