// The phi back end "chebyshev": for problems of any size, products with K only. The degree is about
// h omega_max / 2 for every vector; chebyshev_half_size.cpp says how it is chosen.

#include "integrators/phi/half_size/half_size_phi.hpp"

namespace stiffbench::phi {
namespace {

const bool enrolled = enrol_backend(
    "chebyshev", [] { return std::make_unique<HalfSizeBackend>(chebyshev_half_size); });

}  // namespace
}  // namespace stiffbench::phi
