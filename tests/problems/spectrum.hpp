#pragma once

#include "problems/contract/problem.hpp"

#include <functional>

namespace stiffbench::test {

/// Largest eigenvalue of a symmetric operator by `steps` steps of Lanczos' recurrence.
double largest_eigenvalue(Eigen::Index n, int steps, const std::function<Vec(const Vec&)>& times);
/// The smallest eigenvalue of a symmetric matrix.
double least_eigenvalue(const Mat& A);

/// Angular frequencies of M^-1 K0 (rad/s), the mass being diagonal, by Lanczos' recurrence.
double omega_max(const Problem& problem);
double omega_min(const Problem& problem);

}  // namespace stiffbench::test
