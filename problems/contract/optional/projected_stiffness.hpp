#pragma once

#include "problems/contract/problem.hpp"

namespace stiffbench {

/// Interface of problems whose K may be indefinite, in addition to Problem.
class ProjectedStiffness {
 public:
  virtual ~ProjectedStiffness() = default;
  /// Writes K without the negative curvature of each single element, so that the sum is positive
  /// semidefinite; the pattern is that of K.
  virtual void projected_stiffness(const State& u, Mat& K) const = 0;
};

/// True if the problem's K may be indefinite.
inline bool is_indefinite(const Problem& problem) {
  return dynamic_cast<const ProjectedStiffness*>(&problem) != nullptr;
}

/// Writes K, projected if it may be indefinite.
inline void projected_stiffness(const Problem& problem, const State& u, Mat& K) {
  if (const auto* projected = dynamic_cast<const ProjectedStiffness*>(&problem))
    projected->projected_stiffness(u, K);
  else
    problem.stiffness(u, K);
}

}  // namespace stiffbench
