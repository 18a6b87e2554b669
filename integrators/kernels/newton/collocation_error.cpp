#include "integrators/kernels/newton/collocation_error.hpp"

namespace stiffbench {

void CollocationError::init(const CountedProblem& problem, const Eigen::MatrixXd& A,
                            const Vec& weights) {
  problem_ = &problem;
  weights_ = weights;
  position_weights_ = A.transpose() * weights;
  gamma_0_ = weights.sum();
  own_ = StageMatrix();
  own_.init(problem);
  rest_.setZero(problem.dof());
}

void CollocationError::begin(const State& u) {
  start_ = u;
  has_matrices_ = false;
  problem_->force(u, f_);
  problem_->mass().solve(f_, a_);
}

Outcome CollocationError::estimate(double h, const Vec& accelerations, StageMatrix* prepared,
                                   State& error) {
  constexpr double rough = 0.1;  // an estimate needs one digit
  const Eigen::Index n = start_.x.size();
  error.x.setZero(n);
  error.v = -gamma_0_ * h * a_;
  // The velocity of the start has the weight sum_i w_i - gamma_0 = 0 in the position.
  for (Eigen::Index i = 0; i < weights_.size(); ++i) {
    const auto a = accelerations.segment(i * n, n);
    error.x += h * h * position_weights_[i] * a;
    error.v += h * weights_[i] * a;
  }
  const double d = gamma_0_ * h;
  if (prepared == nullptr) {
    if (!has_matrices_) own_.evaluate_stiffness(start_);
    if (!has_matrices_) own_.evaluate_damping(start_);
    has_matrices_ = true;
    if (auto outcome = own_.factorize({1, d, d * d}, HessianCorrection::none, start_);
        !outcome.ok())
      return outcome;
    prepared = &own_;
  }
  // (M + d D + d^2 K) v+ = M v - d K x and x+ = x + d v+
  problem_->mass().times(error.v, right_);
  problem_->jacobian_times(start_, error.x, rest_, f_);
  right_ += d * f_;
  if (auto outcome = prepared->solve(right_, {rough, 0}, start_, error.v); !outcome.ok())
    return outcome;
  error.x += d * error.v;
  return {};
}

}  // namespace stiffbench
