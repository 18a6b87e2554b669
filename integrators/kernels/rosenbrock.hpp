#pragma once

#include "integrators/kernels/adaptive/step_control.hpp"
#include "integrators/kernels/linear/multiply.hpp"
#include "integrators/kernels/newton/stage_matrix.hpp"
#include "integrators/tableaus/rosenbrock_tableau.hpp"
#include "integrators/tableaus/rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {

/// The integrator of a row of tableaus/rosenbrock.hpp, on x' = v, v' = M^-1 f(x, v, t). The stages'
/// velocities are eliminated: with w = 1 / (h gamma), u_i = (U_i, V_i) and p = v_i + sum_j (c_ij /
/// h) U_j it solves
///   (w^2 M + w D + K) U_i = f_i + M (sum_j (c_ij / h) V_j + w p) + D p + gamma_i h df/dt,
///   V_i = w U_i - p.
/// All stages share one matrix, symmetric where K is, which is assembled at the beginning of the
/// step. It is factorized once or, where that costs less, left to conjugate gradients. A matrix
/// that is not definite is factorized as it is.
template <int S>
class Rosenbrock {
 public:
  static constexpr auto source = std::source_location::current();  ///< required by enrol_rows()
  Rosenbrock() = default;
  explicit Rosenbrock(const RosenbrockTableau<S>& table) : table_(&table) {}

  Facts facts() const { return facts_of(Family::rosenbrock, *table_); }
  static void parameters(auto& self, auto&& parameter) {
    linear_solver_parameters(self.linear_solver_, self.preconditioner_, self.tolerance_, parameter);
    if (has_estimate(*self.table_)) StepControl::parameters(self.control_, parameter);
  }
  void resolve() const {
    const std::string name = facts().name;
    control_.check("integrator '" + name + "': ");
    check_preconditioner(name, preconditioner_, linear_solver_);
    check_tolerance(name, tolerance_, linear_solver_);
  }
  bool adaptive() const { return control_.adaptive(); }
  long steps_taken() const { return control_.steps_taken(); }
  Settings reported() const { return control_.reported(); }
  /// The order on this problem. Where f is affine in (x, v) and independent of t, the stability
  /// function determines the step, and its order may be higher (rodas5p).
  int order(const Problem& problem) const {
    const ProblemTraits traits = problem.traits();
    const bool plain = traits.linear && !traits.time_dependent;
    const int linear_order = plain ? stability().properties().linear_order : 0;
    return std::max(table_->order, linear_order);
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    interval_ = h_ = h;
    if (adaptive()) control_.init(problem, order_of_estimate(*table_), false);
    const RosenbrockMatrices matrices(*table_);
    alpha_ = matrices.alpha_sums;
    gamma_ = matrices.gamma_sums;
    damped_ = problem.traits().damped;
    load_rate_ = Vec::Zero(problem.dof());
    require_blocks_for(preconditioner_, problem.block_size());
    matrix_.init(problem, linear_solver_, preconditioner_);
  }

  Outcome step(State& u) {
    if (!adaptive()) return step_once(u);
    return control_.advance(u, interval_, [this](double size, State& next, State& error) {
      h_ = size;
      const Outcome outcome = step_once(next);
      if (outcome.ok()) estimate(error);
      return outcome;
    });
  }

  StabilityFunction stability() const {
    const RosenbrockMatrices matrices(*table_);
    return {matrices.alpha + matrices.gamma, matrices.b};
  }

 private:
  Outcome step_once(State& u) {
    if (auto outcome = factorize(u); !outcome.ok()) return outcome;
    for (int i = 0; i < S; ++i)
      if (auto outcome = stage(i, u); !outcome.ok()) return outcome;
    for (int i = 0; i < S; ++i) {
      u.x += table_->m[i] * U_[i];
      u.v += table_->m[i] * V_[i];
    }
    u.t += h_;
    return {};
  }

  void estimate(State& error) const {
    error.x.setZero(U_[0].size());
    error.v.setZero(U_[0].size());
    for (int i = 0; i < S; ++i) {
      const double weight = table_->m[i] - table_->embedded.b[i];
      if (weight == 0) continue;
      error.x += weight * U_[i];
      error.v += weight * V_[i];
    }
  }

  Outcome factorize(const State& u) {
    const double w = 1 / (h_ * table_->gamma);
    if (!control_.repeats()) evaluate_start(u);
    return matrix_.factorize({.mass = w * w, .velocity = w, .position = 1}, HessianCorrection::none,
                             u);
  }

  /// Evaluates everything that depends on the start of the step alone.
  void evaluate_start(const State& u) {
    matrix_.evaluate_stiffness(u);
    matrix_.evaluate_damping(u);
    if (problem_->traits().time_dependent) problem_->time_derivative(u, load_rate_);
    problem_->force(u, start_force_);
  }

  Outcome stage(int i, const State& u) {
    const double w = 1 / (h_ * table_->gamma);
    if (i == 0) {
      at_ = u;
      f_ = start_force_;
    } else if (table_->a[i] != table_->a[i - 1]) {  // stages at the same point share their force
      at_ = u;
      at_.t += alpha_[i] * h_;
      for (int j = 0; j < i; ++j) {
        at_.x += table_->a[i][j] * U_[j];
        at_.v += table_->a[i][j] * V_[j];
      }
      problem_->force(at_, f_);
    }
    if (!f_.allFinite())
      return {Status::diverged, fmt::format("the force is not finite in stage {}", i + 1)};
    p_ = at_.v;
    q_.setZero(p_.size());
    for (int j = 0; j < i; ++j) {
      p_ += table_->c[i][j] / h_ * U_[j];
      q_ += table_->c[i][j] / h_ * V_[j];
    }
    q_ += w * p_;
    problem_->mass().times(q_, right_);
    right_ += f_ + gamma_[i] * h_ * load_rate_;
    if (damped_) {
      multiply(matrix_.damping(), 1, p_, q_, problem_->work());
      right_ += q_;
    }
    Outcome outcome = matrix_.solve(right_, {tolerance_, 0}, u, U_[i]);
    V_[i] = w * U_[i] - p_;
    return outcome;
  }

  const RosenbrockTableau<S>* table_ = nullptr;
  const CountedProblem* problem_ = nullptr;
  StepControl control_;
  double interval_ = 0, h_ = 0;  // between outputs, and of a step (s)
  bool damped_ = false;
  Vec alpha_, gamma_;
  UpdateSolver linear_solver_ = UpdateSolver::automatic;
  Preconditioner preconditioner_ = Preconditioner::automatic;
  double tolerance_ = usual_linear_tolerance;
  StageMatrix matrix_;
  State at_;
  std::array<Vec, S> U_, V_;
  Vec start_force_, load_rate_;  // of the step
  Vec f_, p_, q_, right_;
};

}  // namespace stiffbench
