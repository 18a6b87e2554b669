#include "integrators/kernels/newton.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace stiffbench {

/// Beyond this contraction a new factorization pays: on a mesh it costs about what ten iterations
/// do, and twelve digits are still to win.
constexpr double slow_contraction = 0.1;

void Newton::init(const CountedProblem& problem) {
  problem_ = &problem;
  weights_ = problem.mass().diagonal();
  K_.resize(0, 0);
  const Eigen::Index damped = problem.nature().damped ? 0 : problem.dof();
  D_.resize(damped, damped);  // empty, the problem allocates it; else zero
  identity_.resize(problem.dof(), problem.dof());
  identity_.setIdentity();
  sum_ = {};
  solver_ = {};
}

Outcome Newton::solve(const StageEquation& stage, State& u, Vec& a) {
  a = (u.x - stage.x0) / stage.position;
  u.t = stage.t;
  u.v = stage.v0 + stage.velocity * a;
  double before = 0, contraction = 0, relative = 0;
  for (int iteration = 1; iteration <= max_iterations; ++iteration) {
    problem_->force(u, f_);
    right_ = stage.mass * a;
    if (stage.a0.size() > 0) right_ += stage.a0;
    problem_->mass().times(right_, Ma_);
    residual_ = f_ - Ma_;
    if (!residual_.allFinite())
      return {Status::diverged, fmt::format("the force is not finite in Newton's iteration {} at "
                                            "t = {:.6g} s",
                                            iteration, u.t)};
    if (contraction > slow_contraction && at_round_off(stage, u, a)) return {};
    if (due(stage, iteration, contraction))
      if (auto outcome = factorize(stage, u); !outcome.ok()) return outcome;
    update(stage, da_);
    a += da_;
    u.x = stage.x0 + stage.position * a;
    u.v = stage.v0 + stage.velocity * a;

    const double size = stage.velocity * std::sqrt(std::abs(da_.dot(residual_)));
    const double scale = norm(u.v) + stage.velocity * norm(a);
    contraction = iteration > 1 ? size / before : 0;
    // The contraction of a first update is not known: the update itself stands for the error.
    const double rest = iteration > 1 ? contraction / (1 - contraction) : 1;
    if (contraction < 1 && rest * size <= tolerance * scale) return {};
    before = size;
    relative = size / scale;
  }
  return {Status::newton_failed,
          fmt::format("after {} iterations at t = {:.6g} s the update is {:.1e} of the motion, "
                      "the tolerance {:.1e}; the last contraction was {:.2g}",
                      max_iterations, u.t, relative, tolerance, contraction)};
}

bool Newton::due(const StageEquation& stage, int iteration, double contraction) const {
  if (!solver_.ready() || factored_[0] != stage.mass || factored_[1] != stage.velocity ||
      factored_[2] != stage.position || refactorize == "always")
    return true;
  return refactorize == "step" ? iteration == 1 : contraction > slow_contraction;
}

Outcome Newton::factorize(const StageEquation& stage, const State& u) {
  problem_->stiffness(u, K_);
  if (problem_->nature().damped) problem_->damping(u, D_);
  factored_[0] = stage.mass;
  factored_[1] = stage.velocity;
  factored_[2] = stage.position;
  const Mat& M = problem_->mass().matrix();
  const Eigen::Index n = problem_->dof();
  if (linear_solver == "half") {
    const Term terms[] = {{&M, stage.mass}, {&D_, stage.velocity}, {&K_, stage.position}};
    return solver_.factorize(sum_.assemble(n, terms), true, problem_->work());
  }
  // dx - (position/velocity) dv = 0;  K dx + (D + mass/velocity M) dv = residual
  const Term terms[] = {{&identity_, 1, 0, 0},
                        {&identity_, -stage.position / stage.velocity, 0, n},
                        {&K_, 1, n, 0},
                        {&D_, 1, n, n},
                        {&M, stage.mass / stage.velocity, n, n}};
  return solver_.factorize(sum_.assemble(2 * n, terms), false, problem_->work());
}

void Newton::update(const StageEquation& stage, Vec& da) {
  ++problem_->work().newton_iterations;
  if (linear_solver == "half") {
    solver_.solve(residual_, da, problem_->work());
    return;
  }
  const Eigen::Index n = residual_.size();
  wide_.setZero(2 * n);
  wide_.tail(n) = residual_;
  solver_.solve(wide_, both_, problem_->work());
  da = both_.tail(n) / stage.velocity;
}

bool Newton::at_round_off(const StageEquation& stage, const State& u, const Vec& a) {
  right_ = stage.mass * a.cwiseAbs();
  if (stage.a0.size() > 0) right_ += stage.a0.cwiseAbs();
  bound_.noalias() = problem_->mass().matrix().cwiseAbs() * right_;
  right_ = stage.x0.cwiseAbs() + u.x.cwiseAbs();
  bound_.noalias() += K_.cwiseAbs() * right_;
  right_ = stage.v0.cwiseAbs() + u.v.cwiseAbs();
  bound_.noalias() += D_.cwiseAbs() * right_;
  const auto dual = [&](const Vec& r) {
    return std::sqrt((r.cwiseAbs2().cwiseQuotient(weights_)).sum());
  };
  return dual(residual_) <= 8 * std::numeric_limits<double>::epsilon() * dual(bound_);
}

}  // namespace stiffbench
