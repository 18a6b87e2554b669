#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

// Algorithms on small full matrices that Eigen takes long to compile: here they are compiled once.

/// The shortest x of those that bring A x nearest to b, for any A.
Vec least_squares(const Eigen::MatrixXd& A, const Vec& b);

}  // namespace stiffbench
