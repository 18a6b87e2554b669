#pragma once

#include "integrators/kernels/newton/stage_matrix.hpp"

namespace stiffbench {

/// The estimated error of a step of a Radau IIA method (A, b): its difference from a method of the
/// same stages and of the force at the start of the step, which has the weights
/// RadauEmbedded::weights() and gamma_0. With the matrix
///   M + d D + d^2 K,   d = gamma_0 h,
/// (I - d J)^-1 damps the stiff modes of the difference (Hairer, Wanner, DOI
/// 10.1007/978-3-642-05221-7, section IV.8, equation 8.19). It is the matrix of the simplified
/// Newton iteration, or else one with K and D at the start.
///
/// Equation 8.20, which repeats this after a rejected step with the force at the estimate, is left
/// out. It makes estimates of decaying modes vanish, and would do so for stiff oscillations, which
/// last, but which the method annihilates.
class CollocationError {
 public:
  /// A is s x s. `weights` are b less those of the embedded method; their sum is gamma_0.
  void init(const CountedProblem& problem, const Eigen::MatrixXd& A, const Vec& weights);
  /// Makes u the start of the steps whose errors follow.
  void begin(const State& u);
  /// Writes the estimate for a step of size h (s) with these stacked accelerations of its stages.
  /// `prepared` is that matrix, or null. Failures are those of a factorization or of a solve.
  Outcome estimate(double h, const Vec& accelerations, StageMatrix* prepared, State& error);

 private:
  const CountedProblem* problem_ = nullptr;
  Vec weights_, position_weights_;
  double gamma_0_ = 0;
  State start_;
  StageMatrix own_;
  bool has_matrices_ = false;  // own_ has K and D at the start
  Vec f_, a_, rest_, right_;
};

}  // namespace stiffbench
