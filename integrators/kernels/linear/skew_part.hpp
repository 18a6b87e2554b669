#pragma once

#include "problems/contract/counted_problem.hpp"

#include <optional>

namespace stiffbench {

/// True when K is symmetric up to round-off. Only a force that depends on x and v jointly, as with
/// damping that varies with the state, makes K unsymmetric; for other problems nothing is computed.
/// Allocates no memory.
bool is_symmetric(const CountedProblem& problem, const Mat& K);

/// The skew part (K - K') / 2 of an unsymmetric stiffness; no value for a symmetric one.
std::optional<Mat> skew_part(const CountedProblem& problem, const Mat& K);

}  // namespace stiffbench
