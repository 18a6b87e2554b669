#include "integrators/kernels/newton/coupled_stages.hpp"

#include "base/error.hpp"
#include "integrators/kernels/newton/newton_parts.hpp"

#include <Eigen/QR>
#include <fmt/format.h>

#include <cmath>

namespace stiffbench {

void CoupledStages::init(const CountedProblem& problem, double h, const Eigen::MatrixXd& A,
                         const Vec& b, const Vec& c) {
  s_ = A.rows();
  if (A.cols() != s_ || b.size() != s_ || c.size() != s_ || s_ == 0)
    throw Error("a Runge-Kutta table has an s x s matrix and s weights and nodes",
                fmt::format("{} x {}, {} and {}", s_, A.cols(), b.size(), c.size()),
                "give all of one size");
  problem_ = &problem;
  h_ = h;
  n_ = problem.dof();
  A_ = A;
  A2_ = A * A;
  b_ = b;
  c_ = c;
  nodes_ = A.rowwise().sum();
  position_weights_ = A.transpose() * b;
  // With a_j = -w_j v / h the stages are at rest where the step starts, if A allows it.
  rest_ = A2_.completeOrthogonalDecomposition().solve(nodes_);
  weights_ = problem.mass().diagonal();
  K_.assign(s_, Mat());
  const Eigen::Index damped = problem.nature().damped ? 0 : n_;
  D_.assign(s_, Mat(damped, damped));  // empty, the problem allocates it; else zero
  stages_.assign(s_, State());
  a_.assign(s_, Vec::Zero(n_));
  start_ = a_;
  for (Vec* stacked : {&residual_, &start_residual_, &da_, &next_}) stacked->setZero(s_ * n_);
  for (Vec* single : {&f_, &Ma_, &dx_, &dv_, &size_x_, &size_v_, &bound_}) single->setZero(n_);
  next_known_ = false;
  terms_.clear();
  sum_ = {};
  solver_ = {};
}

Outcome CoupledStages::step(State& u) {
  for (Eigen::Index i = 0; i < s_; ++i) a_[i] = -rest_[i] / h_ * u.v;
  if (auto outcome = solve(u); !outcome.ok()) return outcome;
  u.x += h_ * b_.sum() * u.v;
  for (Eigen::Index i = 0; i < s_; ++i) {
    u.x += h_ * h_ * position_weights_[i] * a_[i];
    u.v += h_ * b_[i] * a_[i];
  }
  u.t += h_;
  return {};
}

Outcome CoupledStages::solve(const State& u) {
  if (!evaluate(u)) return failed(Status::diverged, 1, "the force is not finite");
  double before = 0, contraction = 0, relative = 0, taken = 1;
  int iteration = 1;
  for (; iteration <= max_iterations; ++iteration) {
    if (contraction > slow_contraction && at_round_off(u)) return {};
    const bool fresh = !solver_.ready() || refactorize == "always" ||
                       (refactorize == "step" ? iteration == 1 : contraction > slow_contraction);
    if (fresh)
      if (auto outcome = factorize(); !outcome.ok())
        return failed(outcome.status, iteration, outcome.reason);
    ++problem_->work().newton_iterations;
    if (next_known_)
      da_.swap(next_);
    else
      solve_linear(da_);
    const double size = size_of(da_), allowed = feasible_fraction();
    std::swap(start_, a_);
    move(u, allowed);
    const double scale = scale_of(u);
    relative = size / scale;
    // As in Newton::solve: the first update stands for its own error.
    contraction = before > 0 ? size / std::min(before, scale) : 0;
    const double rest = before > 0 ? contraction / (1 - contraction) : 1;
    if (allowed == 1 && contraction < 1 && rest * size <= tolerance * scale) return {};

    if (line_search == "none") {
      if (!evaluate(u)) return failed(Status::diverged, iteration + 1, "the force is not finite");
      before = size;
      continue;
    }
    const bool stale = !fresh && refactorize != "step";
    taken = search(u, allowed, stale);
    if (taken == 0 && !stale) break;
    before = taken == 1 ? size : 0;
    if (taken < 1) contraction = 1;  // the next update has a new matrix
  }
  return failed(Status::newton_failed, std::min(iteration, max_iterations),
                fmt::format("of at most {} updates the last is {:.1e} of the motion, the tolerance "
                            "{:.1e}; it was shortened to {:.2g}, the last contraction was {:.2g}",
                            max_iterations, relative, tolerance, taken, contraction));
}

Outcome CoupledStages::failed(Status status, int iteration, const std::string& why) const {
  Eigen::Index worst = 0;
  double largest = -1;
  for (Eigen::Index i = 0; i < s_; ++i)
    if (const double r = dual_norm(part(residual_, i), weights_); !(r <= largest)) {
      worst = i;
      largest = r;
      if (std::isnan(r)) break;
    }
  return {status, fmt::format("at t = {:.6g} s, stage {} of {}, iteration {}, residual {:.1e}: {}",
                              stages_[worst].t, worst + 1, s_, iteration, largest, why)};
}

void CoupledStages::place(const State& u) {
  for (Eigen::Index i = 0; i < s_; ++i) {
    State& stage = stages_[i];
    stage.t = u.t + c_[i] * h_;
    stage.x = u.x + h_ * nodes_[i] * u.v;
    stage.v = u.v;
    for (Eigen::Index j = 0; j < s_; ++j) {
      stage.x += h_ * h_ * A2_(i, j) * a_[j];
      stage.v += h_ * A_(i, j) * a_[j];
    }
  }
}

bool CoupledStages::evaluate(const State& u) {
  place(u);
  for (Eigen::Index i = 0; i < s_; ++i) {
    problem_->force(stages_[i], f_);
    problem_->mass().times(a_[i], Ma_);
    part(residual_, i) = f_ - Ma_;
  }
  next_known_ = false;
  return residual_.allFinite();
}

Outcome CoupledStages::factorize() {
  terms_.clear();
  for (Eigen::Index i = 0; i < s_; ++i) {
    problem_->stiffness(stages_[i], K_[i]);
    if (problem_->nature().damped) problem_->damping(stages_[i], D_[i]);
    terms_.push_back({&problem_->mass().matrix(), 1, i * n_, i * n_});
    for (Eigen::Index j = 0; j < s_; ++j) {
      if (A_(i, j) != 0) terms_.push_back({&D_[i], h_ * A_(i, j), i * n_, j * n_});
      if (A2_(i, j) != 0) terms_.push_back({&K_[i], h_ * h_ * A2_(i, j), i * n_, j * n_});
    }
  }
  next_known_ = false;
  return solver_.factorize(sum_.assemble(s_ * n_, terms_), false, problem_->work());
}

void CoupledStages::solve_linear(Vec& da) { solver_.solve(residual_, da, problem_->work()); }

double CoupledStages::feasible_fraction() {
  double most = 1;
  for (Eigen::Index i = 0; i < s_; ++i) {
    dx_.setZero();
    for (Eigen::Index j = 0; j < s_; ++j) dx_ += h_ * h_ * A2_(i, j) * part(da_, j);
    most = std::min(most, problem_->feasible_step(stages_[i].x, dx_));
  }
  return most < 1 ? 0.9 * most : 1;
}

void CoupledStages::move(const State& u, double fraction) {
  for (Eigen::Index i = 0; i < s_; ++i) a_[i] = start_[i] + fraction * part(da_, i);
  place(u);
}

double CoupledStages::search(const State& u, double fraction, bool once) {
  const double before = line_search == "natural" ? size_of(da_) : residual_norm();
  start_residual_ = residual_;
  do {
    move(u, fraction);
    if (evaluate(u) &&
        (merit() <= (1 - descent * fraction) * before || (fraction == 1 && at_round_off(u))))
      return fraction;
    fraction /= 2;
  } while (!once && fraction > least_fraction);
  std::swap(start_, a_);
  place(u);
  residual_.swap(start_residual_);
  next_known_ = false;
  return 0;
}

double CoupledStages::merit() {
  if (line_search == "residual") return residual_norm();
  solve_linear(next_);
  next_known_ = true;
  return size_of(next_);
}

double CoupledStages::size_of(const Vec& da) {
  double squares = 0;
  const auto kinetic = [&](const Vec& v) { return weights_.dot(v.cwiseAbs2()); };
  for (Eigen::Index i = 0; i < s_; ++i) {
    dx_.setZero();
    dv_.setZero();
    for (Eigen::Index j = 0; j < s_; ++j) {
      dx_ += h_ * h_ * A2_(i, j) * part(da, j);
      dv_ += h_ * A_(i, j) * part(da, j);
    }
    // The residual is M da_i + K_i dx + D_i dv; what is not M da_i costs no product.
    f_ = part(da, i);
    problem_->mass().times(f_, Ma_);
    squares += kinetic(dv_) + std::abs(dx_.dot(part(residual_, i) - Ma_));
  }
  dv_.setZero();  // what the stages do not see of a singular A, the step may
  for (Eigen::Index j = 0; j < s_; ++j) dv_ += h_ * b_[j] * part(da, j);
  return std::sqrt(squares + kinetic(dv_));
}

double CoupledStages::scale_of(const State& u) const {
  double squares = 0;
  for (const State& stage : stages_) {
    squares += weights_.dot(stage.v.cwiseAbs2());
    squares += weights_.dot((stage.v - u.v).cwiseAbs2());
  }
  return std::sqrt(squares);
}

double CoupledStages::residual_norm() const {
  double squares = 0;
  for (Eigen::Index i = 0; i < s_; ++i)
    squares += std::pow(dual_norm(part(residual_, i), weights_), 2);
  return std::sqrt(squares);
}

bool CoupledStages::at_round_off(const State& u) {
  double squares = 0;
  for (Eigen::Index i = 0; i < s_; ++i) {
    size_x_ = u.x.cwiseAbs() + stages_[i].x.cwiseAbs();
    size_v_ = u.v.cwiseAbs() + stages_[i].v.cwiseAbs();
    f_ = a_[i].cwiseAbs();
    round_off(problem_->mass().matrix(), K_[i], D_[i], f_, size_x_, size_v_, bound_);
    squares += std::pow(dual_norm(bound_, weights_), 2);
  }
  return residual_norm() <= std::sqrt(squares);
}

}  // namespace stiffbench
