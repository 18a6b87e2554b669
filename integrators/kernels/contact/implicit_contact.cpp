#include "integrators/kernels/contact/implicit_contact.hpp"

#include "integrators/kernels/contact/complementarity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {

using Eigen::Index;

void ImplicitContact::init(const CountedProblem& problem) {
  problem_ = &problem;
  matrix_.init(problem);
}

Outcome ImplicitContact::solve(const Mat& G, double response, const StageWeights& weights,
                               double round_off, const Step& step) {
  constexpr int most = 50;
  constexpr double share = 1e-10;  // of the first violation, which Newton's iteration leaves
  rows_.clear();
  lambda_.setZero(G.rows());
  q_.setZero(problem_->dof());
  double allowed = round_off;
  for (int iteration = 0; iteration < most; ++iteration) {
    if (auto outcome = step(q_, w_, stage_); !outcome.ok()) return outcome;
    if (iteration == 0) allowed = std::max(round_off, share * violation());
    if (violation() <= allowed) return {};
    add_candidates(round_off);
    if (auto outcome = update_forces(G, response, weights); !outcome.ok()) return outcome;
    force_ = G.transpose() * lambda_;
    problem_->mass().solve(force_, q_);
  }
  return {Status::newton_not_converged,
          fmt::format("contacts are still violated by {:.2g} after {} steps with other contact "
                      "forces",
                      violation(), most)};
}

double ImplicitContact::violation() const {
  double largest = 0;
  for (Index i = 0; i < w_.size(); ++i)
    largest = std::max(largest, lambda_[i] > 0 ? std::abs(w_[i]) : -w_[i]);
  return largest;
}

void ImplicitContact::add_candidates(double round_off) {
  for (int i = 0; i < w_.size(); ++i)
    if (w_[i] < -round_off && std::ranges::find(rows_, i) == rows_.end()) rows_.push_back(i);
}

Outcome ImplicitContact::update_forces(const Mat& G, double response, const StageWeights& weights) {
  matrix_.evaluate_stiffness(stage_);
  matrix_.evaluate_damping(stage_);
  if (auto outcome = matrix_.factorize(weights, HessianCorrection::psd_projection, stage_);
      !outcome.ok())
    return outcome;
  const Mat part = rows_of(G, rows_);
  responses_.resize(problem_->dof(), part.rows());
  for (Index i = 0; i < part.rows(); ++i) {
    right_ = part.row(i).transpose();
    if (auto outcome = matrix_.solve(right_, {}, stage_, q_); !outcome.ok()) return outcome;
    responses_.col(i) = q_;
  }
  const Eigen::MatrixXd W = response * (part * responses_);
  Vec forces = lambda_(rows_);
  const Vec without = w_(rows_) - W * forces;
  if (auto outcome = solve_complementarity(W, without, forces); !outcome.ok()) return outcome;
  lambda_(rows_) = forces;
  return {};
}

}  // namespace stiffbench
