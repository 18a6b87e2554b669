#pragma once

#include "integrators/phi/phi.hpp"

namespace stiffbench::test {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

/// exp(W) in extended precision, the slow and obvious way: Taylor series of W / 2^s, squared s
/// times.
LongMatrix exponential(const LongMatrix& w);

/// phi_k(z J) (x, v), k = 0..max_k, J = [[0, I], [-M^-1 K, -M^-1 D]], from one augmented
/// exponential.
phi::Pair phi_oracle(const Mat& mass, const Mat& K, const Mat& D, int k, double z,
                     const phi::Pair& b);

}  // namespace stiffbench::test
