// The phi back end "rational_lanczos": one factorization of M + gamma^2 K for every stiffness, and
// solves, whose number does not depend on the stiffness where only slow modes are excited and a gap
// separates them from the stiff ones (rational_lanczos_half_size.cpp).

#include "integrators/phi/half_size/half_size_phi.hpp"

namespace stiffbench::phi {
namespace {

const bool enrolled = enrol_backend("rational_lanczos", [] {
  return std::make_unique<HalfSizeBackend>(rational_lanczos_half_size);
});

}  // namespace
}  // namespace stiffbench::phi
