#include "integrators/kernels/newton/mean_force.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

namespace stiffbench {

void MeanForceSystem::init(const CountedProblem& problem, double h, std::vector<StepNode> nodes,
                           bool discrete_gradient) {
  problem_ = &problem;
  h_ = h;
  nodes_ = std::move(nodes);
  discrete_gradient_ = discrete_gradient;
  damped_ = problem.traits().damped;
  weights_ = problem.mass().diagonal();
  matrix_ = {};
  matrix_.init(problem);
  has_rank_one_ = false;
}

void MeanForceSystem::begin(const State& u, Vec& a) {
  u_ = &u;
  end_.t = u.t + h_;
  a = -2 / h_ * u.v;
  matrix_.begin_stage();
}

void MeanForceSystem::set_point(const Vec& a) {
  dx_ = h_ * u_->v + 0.5 * h_ * h_ * a;
  end_.x = u_->x + dx_;
  end_.v = u_->v + h_ * a;
  middle_v_ = u_->v + 0.5 * h_ * a;
}

void MeanForceSystem::move_to(double place) {
  at_.t = u_->t + place * h_;
  at_.x = u_->x + place * dx_;
  at_.v = middle_v_;
}

void MeanForceSystem::conservative(Vec& f) {
  at_.t = u_->t + 0.5 * h_;
  at_.v.setZero();
  problem_->force(at_, f);
  problem_->load(at_.t, load_);
  f -= load_;
}

void MeanForceSystem::compute_correction() {
  correction_ = potential_noise_ = 0;
  problem_->mass().times(dx_, mass_dx_);
  const double square = dx_.dot(mass_dx_);
  if (!(square > 0)) return;
  move_to(0.5);
  conservative(product_);
  at_.x = u_->x;
  const double before = problem_->potential(at_);
  at_.x = end_.x;
  const double after = problem_->potential(at_), work = product_.dot(dx_);
  const double excess = after - before + work;
  const double noise =
      4 * std::numeric_limits<double>::epsilon() *
      (std::abs(after) + std::abs(before) + product_.cwiseAbs().dot(dx_.cwiseAbs()));
  potential_noise_ = noise / std::sqrt(square);
  if (std::abs(excess) > noise || !std::isfinite(excess)) correction_ = excess / square;
}

bool MeanForceSystem::evaluate(const Vec& a, Vec& residual) {
  residual.setZero(a.size());
  for (const StepNode& node : nodes_) {
    move_to(node.place);
    problem_->force(at_, f_);
    residual += node.weight * f_;
  }
  if (discrete_gradient_) {
    compute_correction();
    residual -= correction_ * mass_dx_;
  }
  problem_->mass().times(a, product_);
  residual -= product_;
  return residual.allFinite();
}

Outcome MeanForceSystem::factorize(HessianCorrection correction) {
  move_to(nodes_.size() == 1 ? 0.5 : 2. / 3);
  matrix_.evaluate_stiffness(at_);
  matrix_.evaluate_damping(at_);
  const double mass = 1 + 0.5 * h_ * h_ * correction_;
  if (auto outcome = matrix_.factorize({mass, 0.5 * h_, 0.25 * h_ * h_}, correction, at_);
      !outcome.ok())
    return outcome;
  has_rank_one_ = discrete_gradient_ && correction_ != 0;
  if (!has_rank_one_) return {};
  // The derivative of c along dx: (grad P(x+) - grad P(middle) - K dx / 2 - 2 c M dx) / dx' M dx.
  column_ = mass_dx_;
  conservative(row_);
  product_.noalias() = matrix_.stiffness() * dx_;
  row_ -= 0.5 * product_ + 2 * correction_ * mass_dx_;
  at_.x = end_.x;
  conservative(product_);
  row_ -= product_;
  row_ *= 0.5 * h_ * h_ / dx_.dot(mass_dx_);
  return matrix_.solve(column_, {}, at_, solved_column_);
}

Outcome MeanForceSystem::solve(const Vec& residual, const Accuracy& accuracy, Vec& da) {
  if (auto outcome = matrix_.solve(residual, accuracy, at_, da); !outcome.ok()) return outcome;
  if (!has_rank_one_) return {};
  const double pivot = 1 + row_.dot(solved_column_);
  if (std::abs(pivot) < 1e-8)
    return {Status::singular, "the correction of rank one makes the matrix singular"};
  da -= row_.dot(da) / pivot * solved_column_;
  return {};
}

double MeanForceSystem::size(const Vec& da, const Vec& residual) const {
  const double kinetic = weights_.dot(da.cwiseAbs2());
  return h_ * std::sqrt(std::max(std::abs(da.dot(residual)), kinetic));
}

double MeanForceSystem::scale(const Vec& a) const {
  return std::sqrt(weights_.dot(u_->v.cwiseAbs2())) + h_ * std::sqrt(weights_.dot(a.cwiseAbs2()));
}

double MeanForceSystem::feasible_step(const Vec& da) {
  inertia_ = 0.5 * h_ * h_ * da;
  return problem_->feasible_step(end_.x, inertia_);
}

double MeanForceSystem::round_off(const Vec& a) {
  inertia_ = a.cwiseAbs();
  size_x_ = u_->x.cwiseAbs() + end_.x.cwiseAbs();
  size_v_ = u_->v.cwiseAbs() + end_.v.cwiseAbs();
  matrix_.round_off(inertia_, size_x_, size_v_, product_);
  return dual_norm(product_, weights_) + potential_noise_;
}

std::string MeanForceSystem::where(int iteration, const Vec& residual) const {
  return fmt::format("at t = {:.6g}, Newton's iteration {}, residual {:.1e}", u_->t, iteration,
                     residual.norm());
}

}  // namespace stiffbench
