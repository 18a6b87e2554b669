#include "integrators/contract/registry.hpp"
#include "integrators/kernels/rosenbrock.hpp"

namespace stiffbench {
namespace {

/// As ros3pl, with weights against the order reduction on very stiff problems.
class Ros3prl2 : public Rosenbrock<tableaus::ros3prl2> {
 public:
  Facts facts() const {
    return facts_of("ros3prl2", "Rosenbrock method ROS3PRL2, order 3, L-stable (Rang)");
  }
};

const bool enrolled = enrol(Ros3prl2{});

}  // namespace
}  // namespace stiffbench
