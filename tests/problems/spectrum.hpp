#pragma once

#include "problems/contract/problem.hpp"

namespace stiffbench::test {

/// The smallest eigenvalue of a symmetric matrix.
double least_eigenvalue(const Mat& A);

/// Angular frequencies of M^-1 K0 (rad/s), the mass being diagonal, by Lanczos' recurrence.
double omega_max(const Problem& problem);
double omega_min(const Problem& problem);

}  // namespace stiffbench::test
