#include "integrators/kernels/contact/corrector.hpp"

#include "integrators/kernels/contact/complementarity.hpp"

namespace stiffbench {

using Eigen::Index;

void ContactCorrector::init(const CountedProblem& problem, double h) {
  problem_ = &problem;
  h_ = h;
  matrix_.init(problem);
}

Outcome ContactCorrector::correct(ContactRule rule, const State& start, State& u) {
  problem_->closed_contacts(start, G_);
  if (G_.rows() == 0) return {};
  moved_ = u.x - start.x;
  apart_ = G_ * moved_ / h_;
  if (rule == ContactRule::lcp && apart_.minCoeff() >= 0) return {};
  matrix_.evaluate_stiffness(u);
  matrix_.evaluate_damping(u);
  if (auto outcome = matrix_.factorize({1, h_, h_ * h_}, HessianCorrection::psd_projection, u);
      !outcome.ok())
    return outcome;
  if (rule == ContactRule::lcp_as_printed) {
    problem_->mass().times(u.v, right_);
    right_ += h_ * (matrix_.stiffness() * moved_);
    right_ += h_ * (matrix_.damping() * u.v);
    if (auto outcome = matrix_.solve(right_, {}, u, u.v); !outcome.ok()) return outcome;
    apart_ = G_ * u.v;
  }
  if (auto outcome = solve_for_contacts(u); !outcome.ok()) return outcome;
  if (auto outcome = solve_complementarity(W_, apart_, lambda_); !outcome.ok()) return outcome;
  product_ = responses_ * lambda_;
  u.v += product_;
  moved_ = h_ * product_;
  if (rule == ContactRule::lcp_as_printed) moved_ = start.x + h_ * u.v - u.x;
  if (problem_->feasible_step(u.x, moved_) < 1)
    return {Status::infeasible, "the correction of contacts leaves what is feasible"};
  u.x += moved_;
  return {};
}

Outcome ContactCorrector::solve_for_contacts(const State& u) {
  responses_.resize(problem_->dof(), G_.rows());
  for (Index i = 0; i < G_.rows(); ++i) {
    right_ = G_.row(i).transpose();
    if (auto outcome = matrix_.solve(right_, {}, u, product_); !outcome.ok()) return outcome;
    responses_.col(i) = product_;
  }
  W_ = G_ * responses_;
  return {};
}

}  // namespace stiffbench
