#pragma once

#include "integrators/phi/phi.hpp"

namespace stiffbench {

/// Computes the outputs of a phi request by a slow and simple method: u' = J u + sum_k
/// t^(k-1)/(k-1)! b_k has the solution u(t) = sum_k t^k phi_k(t J) b_k, and its Taylor series is
/// summed in steps short enough (h omega <= 4) to lose no digits. For one undamped problem and one
/// K; products are not counted. `omega` bounds sqrt|lambda| of M^-1 K (rad/s).
std::vector<phi::Pair> taylor_phi(const Problem& problem, const Mat& K, double omega, double h,
                                  const phi::Request& request, const std::vector<phi::Pair>& in);

}  // namespace stiffbench
