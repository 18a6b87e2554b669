#pragma once

#include "problems/contract/counted_problem.hpp"

namespace stiffbench {

/// The matrix (K - K') / 2 of a stiffness that is not symmetric, or an empty one where that is
/// round-off. Only a force that depends on x and v together makes K unsymmetric, as a damping does
/// that varies with the state: for other problems nothing is computed.
Mat skew_part(const CountedProblem& problem, const Mat& K);

inline bool is_symmetric(const CountedProblem& problem, const Mat& K) {
  return skew_part(problem, K).size() == 0;
}

}  // namespace stiffbench
