#include "integrators/kernels/contact_corrector.hpp"

#include "base/dense.hpp"

#include <fmt/format.h>

namespace stiffbench {

using Eigen::Index;

void ContactCorrector::init(const CountedProblem& problem, double h, double a_ss) {
  problem_ = &problem;
  h_ = h;
  last_ = a_ss * h;
  matrix_.init(problem);
}

Outcome ContactCorrector::correct(ContactRule rule, const State& start, State& u) {
  problem_->closed_contacts(start, G_);
  if (G_.rows() == 0) return {};
  if (auto outcome = factorize(rule, u); !outcome.ok()) return outcome;
  moved_ = u.x - start.x;
  if (rule == ContactRule::printed) {
    problem_->mass().times(u.v, right_);
    right_ += h_ * (matrix_.stiffness() * moved_);
    right_ += h_ * (matrix_.damping() * u.v);
    matrix_.solve(right_, u.v);
    apart_ = G_ * u.v;
  } else {
    apart_ = G_ * moved_ / h_;
  }
  if (rule == ContactRule::corrector && apart_.minCoeff() >= 0) return {};
  solve_for_contacts();
  if (auto outcome = impulses(apart_, lambda_); !outcome.ok()) return outcome;
  const Vec change = responses_ * lambda_;
  u.v += change;
  u.x = rule == ContactRule::printed ? Vec(start.x + h_ * u.v) : Vec(u.x + h_ * change);
  return {};
}

Outcome ContactCorrector::factorize(ContactRule rule, const State& u) {
  const double d = rule == ContactRule::printed ? h_ : last_;
  matrix_.evaluate_stiffness(u);
  matrix_.evaluate_damping(u);
  return matrix_.factorize({1, d, d * d}, Hessian::projected, u);
}

void ContactCorrector::solve_for_contacts() {
  responses_.resize(problem_->dof(), G_.rows());
  for (Index i = 0; i < G_.rows(); ++i) {
    right_ = G_.row(i).transpose();
    matrix_.solve(right_, product_);
    responses_.col(i) = product_;
  }
  W_ = G_ * responses_;
}

// A contact is active where its impulse, less the velocity that it stops measured in impulses, is
// positive: that is where the impulse pulls, or the contact closes without one.
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
  return {Status::newton_failed,
          fmt::format("the active set of {} contacts does not settle in {} changes", n, most)};
}

}  // namespace stiffbench
