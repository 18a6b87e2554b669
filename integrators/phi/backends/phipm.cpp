// The phi back end "phipm" (Niesen, Wright, 10.1145/2168773.2168781): Krylov processes with full
// orthogonalization in substeps; the dimension is the one that costs the fewest floating-point
// operations per time. Error control as in first_order.hpp.

#include "integrators/phi/first_order/phi_recurrence.hpp"

namespace stiffbench::phi {
namespace {

constexpr Eigen::Index most_vectors = 100;  // the authors'
constexpr int orthogonal_to = 0;            // all

class Phipm final : public PhiRecurrence {
 public:
  Phipm() : PhiRecurrence(most_vectors, orthogonal_to) {}
  std::unique_ptr<Backend> copy() const override { return std::make_unique<Phipm>(*this); }
};

const bool enrolled = enrol_backend("phipm", [] { return std::make_unique<Phipm>(); });

}  // namespace
}  // namespace stiffbench::phi
