// The phi back end "lanczos": products with K only, as many for every vector as its spectrum asks
// for, h omega_max / 2 at most; all vectors are kept (lanczos_half_size.cpp).

#include "integrators/phi/half_size/half_size_phi.hpp"

namespace stiffbench::phi {
namespace {

const bool enrolled =
    enrol_backend("lanczos", [] { return std::make_unique<HalfSizeBackend>(lanczos_half_size); });

}  // namespace
}  // namespace stiffbench::phi
