// The phi back end "phipm_simul_iom2" (Luan, Pudykiewicz, Reynolds, 10.1016/j.jcp.2018.10.018):
// phipm with incomplete orthogonalization of length 2, one sweep for all the stages that share
// their vectors, and no products with vectors that are zero. Error control as in first_order.hpp.

#include "integrators/phi/first_order/phi_recurrence.hpp"

namespace stiffbench::phi {
namespace {

constexpr Eigen::Index most_vectors = 100;  // as phipm
constexpr int orthogonal_to = 2;            // the paper's

class PhipmSimulIom2 final : public PhiRecurrence {
 public:
  PhipmSimulIom2() : PhiRecurrence(most_vectors, orthogonal_to) {}
  std::unique_ptr<Backend> copy() const override { return std::make_unique<PhipmSimulIom2>(*this); }
};

const bool enrolled =
    enrol_backend("phipm_simul_iom2", [] { return std::make_unique<PhipmSimulIom2>(); });

}  // namespace
}  // namespace stiffbench::phi
