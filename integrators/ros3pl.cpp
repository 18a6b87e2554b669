#include "integrators/contract/registry.hpp"
#include "integrators/kernels/rosenbrock.hpp"

namespace stiffbench {
namespace {

/// Linearly implicit: four solves with one matrix, no iteration.
class Ros3pl : public Rosenbrock<tableaus::ros3pl> {
 public:
  Facts facts() const {
    return facts_of("ros3pl", "Rosenbrock method ROS3PL, order 3, L-stable (Lang, Teleaga)");
  }
};

const bool enrolled = enrol(Ros3pl{});

}  // namespace
}  // namespace stiffbench
