#pragma once

#include "integrators/kernels/linear/symmetric_product.hpp"
#include "integrators/phi/half_size/chebyshev_expansion.hpp"

namespace stiffbench::phi {

/// The vectors T_k b of all inputs b, interleaved, and the sums of the outputs.
struct ChebyshevVectors {
  Vectors now, next, force, sums;  // T_k b, T_{k-1} b and later T_{k+1} b, K T_k b, outputs
};

/// Makes one step of the three-term recurrence from now = T_k b to next = T_{k+1} b, given force,
/// and for even k adds T_k and T_{k+1} to the sums. `inverse_mass` holds the inverse of each mass,
/// or 1 where `force` has been solved with a consistent one.
void advance_chebyshev(ChebyshevVectors& vectors, const Expansion& expansion, int k,
                       const Interval& interval, const Vec& inverse_mass);

/// Adds T_k, which is in now, to the sums.
void add_last_chebyshev(ChebyshevVectors& vectors, const Expansion& expansion, int k);

}  // namespace stiffbench::phi
