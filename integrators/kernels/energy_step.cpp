#include "integrators/kernels/energy_step.hpp"

namespace stiffbench {

void EnergyStep::init(const CountedProblem& problem, double h) {
  problem_ = &problem;
  h_ = h;
  damped_ = problem.traits().damped;
  D_.resize(0, 0);
  at_rest_.v.setZero(problem.dof());
  half_way_ = at_rest_;
  newton_.init(problem);
  has_last_ = false;
}

Outcome EnergyStep::advance(const State& u, State& next) {
  next = u;
  stage_.t = u.t + h_;
  stage_.v0 = u.v;
  stage_.x0 = u.x + h_ * u.v;
  stage_.velocity = h_;
  stage_.position = h_ * h_;
  return newton_.solve(stage_, next, a_);
}

void EnergyStep::conservative(const State& u, Vec& f) {
  at_rest_.t = u.t;
  at_rest_.x = u.x;
  problem_->force(at_rest_, f);
  problem_->load(u.t, load_);
  f -= load_;
}

const Vec& EnergyStep::correction(const State& u, const State& next) {
  if (has_last_ && u.t == at_rest_.t && u.x == at_rest_.x)
    before_.swap(after_);
  else
    conservative(u, before_);
  conservative(next, after_);
  has_last_ = !problem_->lags();
  difference_ = after_ - before_;
  problem_->mass().solve(difference_, dv_);
  dv_ *= h_;
  return dv_;
}

double EnergyStep::loss(const State& u, const Vec& v) {
  if (!damped_) return 0;
  if (D_.rows() == 0 || problem_->traits().varying_damping) problem_->secant_damping(u, D_);
  product_.noalias() = D_ * v;
  return h_ * v.dot(product_);
}

double EnergyStep::gain(const State& u, const State& next, double t) {
  problem_->load(t, load_);
  const double by_load = load_.dot(next.x) - load_.dot(u.x);
  if (!problem_->traits().time_dependent) return by_load;
  half_way_.x = 0.5 * (u.x + next.x);
  half_way_.t = u.t;
  const double before = problem_->potential(half_way_);
  half_way_.t = next.t;
  return by_load + problem_->potential(half_way_) - before;
}

}  // namespace stiffbench
