#pragma once

#include "problems/contract/counted_problem.hpp"

#include <optional>

namespace stiffbench {

/// Whether K is symmetric but for round-off. Only a force that depends on x and v together makes a
/// stiffness unsymmetric, as a damping does that varies with the state: for other problems nothing
/// is computed. No memory is allocated.
bool is_symmetric(const CountedProblem& problem, const Mat& K);

/// The matrix (K - K') / 2 of a stiffness that is not symmetric; none of one that is.
std::optional<Mat> skew_part(const CountedProblem& problem, const Mat& K);

}  // namespace stiffbench
