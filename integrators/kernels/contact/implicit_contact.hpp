#pragma once

#include "integrators/kernels/newton/stage_matrix.hpp"

#include <functional>
#include <vector>

namespace stiffbench {

/// The contact forces of an implicit step: the lambda >= 0 (N), one per row of G, with which the
/// step leaves w >= 0 and lambda' w = 0, where w is affine in the position or the velocity at the
/// end of the step. The step is solved without contact forces first. As long as a row of w is
/// negative, the forces follow from the linear complementarity problem of the rows that were
/// negative so far, with the matrix
///   W = response G S^-1 G',
/// and the step is solved again with them. S is the matrix of the step's stage at its last state.
/// For forces that are linear in x and independent of v, W is exact, and the second step is the
/// last one.
class ImplicitContact {
 public:
  /// Solves the step whose bodies have the additional acceleration q = M^-1 G' lambda, and writes w
  /// and the state at which the force was evaluated.
  using Step = std::function<Outcome(const Vec& q, Vec& w, State& stage)>;

  void init(const CountedProblem& problem);
  /// Finds the contact forces of a step. Rows of w count as 0 up to `round_off`, in the unit of w.
  /// Failures are those of steps, factorizations and complementarity problems, and
  /// newton_not_converged where repeated steps do not reach w >= 0.
  Outcome solve(const Mat& G, double response, const StageWeights& weights, double round_off,
                const Step& step);

 private:
  /// The largest part of w that is negative, or that is not 0 where a contact force acts.
  double violation() const;
  /// Adds rows of w that are negative to the candidates.
  void add_candidates(double round_off);
  /// Computes the contact forces of the candidates from the last step.
  Outcome update_forces(const Mat& G, double response, const StageWeights& weights);

  const CountedProblem* problem_ = nullptr;
  StageMatrix matrix_;
  State stage_;
  std::vector<int> rows_;  // the candidates
  Eigen::MatrixXd responses_;
  Vec lambda_, force_, q_, w_, right_;
};

}  // namespace stiffbench
