#pragma once

#include "integrators/contract/outcome.hpp"
#include "problems/contract/counted_problem.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// The step of implicit Euler in the positions x+ = x + h v+ alone, of a problem with a constant D:
///   A x+ = b - h^2 grad W(x+),   A = M + h D,   b = M (x + h v) + h D x + h^2 g(t + h),
/// with the energy W of all elements and the external force g. Without load it minimizes
/// (x+ - y)' A (x+ - y) / 2 + h^2 W(x+), where A y = b. Position-based methods approximate it.
class EulerStep {
 public:
  void init(const CountedProblem& problem, double h);
  /// Computes b for a step from u.
  void begin(const State& u);
  /// Makes `x` the positions at the end of the step; the state stays unchanged if they are not
  /// finite.
  Outcome finish(const Vec& x, State& u) const;

  const Mat& A() const { return A_; }
  const Vec& b() const { return b_; }
  /// h^2 M^-1 g(t + h), by which the external force alone would move the body (m).
  const Vec& external_move() const { return move_; }
  /// Position x + h v without any force (m).
  const Vec& inertial() const { return inertial_; }

 private:
  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  Mat A_, damping_;  // M + h D, and h D, which has no rows without damping
  Vec b_, move_, inertial_, g_;
};

/// Returns why no position-based method can integrate the problem, or nothing.
std::string why_not_position_based(const Problem& problem);

/// Returns the nodes of every element.
std::vector<std::vector<int>> nodes_of_elements(const CountedElements& elements);

}  // namespace stiffbench
