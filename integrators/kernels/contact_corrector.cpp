#include "integrators/kernels/contact_corrector.hpp"

#include "base/dense.hpp"

#include <fmt/format.h>

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
  if (auto outcome = impulses(apart_, lambda_); !outcome.ok()) return outcome;
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

// A contact is active where lambda_i - apart_i / W_ii > 0: it has a positive impulse, or it would
// close without one.
Outcome ContactCorrector::impulses(const Vec& g, Vec& lambda) const {
  const Index n = g.size();
  constexpr int most = 100;
  std::vector<Index> active, before;
  lambda = Vec::Zero(n);
  Vec apart = g;
  for (int iteration = 0; iteration < most; ++iteration) {
    active.clear();
    for (Index i = 0; i < n; ++i)
      if (lambda[i] - apart[i] / W_(i, i) > 0) active.push_back(i);
    if (iteration > 0 && active == before) return {};
    before = active;
    lambda.setZero();
    if (!active.empty()) {
      const dense::Cholesky factor(W_(active, active));
      if (!factor.ok())
        return {Status::singular, "contacts depend on each other: their matrix is singular"};
      lambda(active) = factor.solve(-g(active)).col(0);
    }
    apart = W_ * lambda + g;
    apart(active).setZero();
  }
  return {Status::newton_not_converged,
          fmt::format("the active set of {} contacts does not settle in {} changes", n, most)};
}

}  // namespace stiffbench
