#pragma once

#include "integrators/kernels/linear/symmetric_product.hpp"
#include "integrators/phi/half_size/chebyshev_expansion.hpp"

namespace stiffbench::phi {

/// T_k of all inputs side by side, and the sums that the outputs take from them.
struct ChebyshevVectors {
  Vectors now, next, force, sums;  // T_k b, T_{k-1} b and later T_{k+1} b, K T_k b, outputs
};

/// One step of the three-term recurrence from now = T_k b to next = T_{k+1} b, given force, and for
/// even k the sums, since both T_k and T_{k+1} are at hand then. `inverse_mass` holds the inverse
/// of each mass, or 1 where `force` has been solved with a consistent one.
void advance_chebyshev(ChebyshevVectors& vectors, const Expansion& expansion, int k,
                       const Interval& interval, const Vec& inverse_mass);

/// Adds what the outputs take from T_k, which is in now.
void add_last_chebyshev(ChebyshevVectors& vectors, const Expansion& expansion, int k);

}  // namespace stiffbench::phi
