#pragma once

#include "problems/contract/problem.hpp"
#include "problems/contract/work.hpp"

#include <optional>

namespace stiffbench {

/// The affine force that integrators of a stepwise problem see within one step
/// (Problem::step_stiffness), and its potential.
class StepModel {
 public:
  /// Makes u the state at the start of the step.
  void begin(const Problem& problem, const State& u) {
    start_ = {u.t, u.x, 0 * u.v};
    problem.force(start_, force_);
    problem.step_stiffness(start_, K_);
    if (D_.rows() == 0) problem.damping(start_, D_);
    potential_ = problem.potential(start_);
  }
  void force(const State& u, Vec& f) const {
    f = force_;
    f.noalias() -= K_ * (u.x - start_.x);
    f.noalias() -= D_ * u.v;
  }
  void jacobian_times(const Vec& dx, const Vec& dv, Vec& df) const {
    df.noalias() = -(K_ * dx);
    df.noalias() -= D_ * dv;
  }
  const Mat& stiffness() const { return K_; }
  double potential(const State& u) const {
    const Vec dx = u.x - start_.x;
    return potential_ - force_.dot(dx) + dx.dot(K_ * dx) / 2;
  }

 private:
  State start_;
  Vec force_;
  Mat K_, D_;
  double potential_ = 0;
};

/// The view of a problem that integrators get: the calls that methods need, with each evaluation
/// counted in a Work ledger. It does not derive from Problem, so that an integrator cannot reach
/// the closed form, the switching functions and the outputs: such a call does not compile.
class CountedProblem {
 public:
  /// `stepwise`: whether the force is rebuilt in each step, as the traits of the problem say;
  /// false uses its limit as h tends to 0.
  CountedProblem(const Problem& problem, bool stepwise) : problem_(problem) {
    if (stepwise) model_.emplace().begin(problem, problem.start());
  }

  explicit CountedProblem(const Problem& problem)
      : CountedProblem(problem, problem.traits().stepwise) {}

  /// Makes u the start of a step: rebuilds the force of a stepwise problem and uses the internal
  /// variables u.z from now on. AnyIntegrator calls it before every step. Returns true if u.z
  /// differs from that of the previous step; everything computed from earlier forces is then
  /// invalid.
  bool begin_step(const State& u) const {
    if (model_) {
      ++work_.force;
      ++work_.stiffness;
      model_->begin(problem_, u);
    }
    if (u.z.size() == at_.z.size() && u.z == at_.z) return false;
    at_.z = u.z;
    return true;
  }

  /// Copies the current step of another view of the same problem.
  void join_step(const CountedProblem& other) const {
    model_ = other.model_;
    at_.z = other.at_.z;
  }

  /// The ledger; kernels add their work to it (factorizations, solves, basis vectors).
  Work& work() const { return work_; }

  Eigen::Index dof() const { return problem_.dof(); }
  State start() const { return problem_.start(); }
  const Mass& mass() const { return problem_.mass(); }
  ProblemTraits traits() const { return problem_.traits(); }
  int block_size() const { return problem_.block_size(); }
  const Mat& linear_stiffness() const { return problem_.linear_stiffness(); }
  void load(double t, Vec& f) const { problem_.load(t, f); }
  double feasible_step(const Vec& x, const Vec& dx) const { return problem_.feasible_step(x, dx); }
  void closed_contacts(const State& u, Mat& G) const { problem_.closed_contacts(u, G); }

  void force(const State& u, Vec& f) const {
    ++work_.force;
    model_ ? model_->force(u, f) : problem_.force(in_step(u), f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const {
    ++work_.jacobian_times;
    model_ ? model_->jacobian_times(dx, dv, df) : problem_.jacobian_times(in_step(u), dx, dv, df);
  }
  void stiffness(const State& u, Mat& K) const {
    ++work_.stiffness;
    if (model_)
      K = model_->stiffness();
    else
      problem_.stiffness(in_step(u), K);
  }
  void projected_stiffness(const State& u, Mat& K) const {
    if (model_) return stiffness(u, K);
    ++work_.stiffness;
    problem_.projected_stiffness(in_step(u), K);
  }
  void damping(const State& u, Mat& D) const {
    ++work_.damping;
    problem_.damping(in_step(u), D);
  }
  void time_derivative(const State& u, Vec& dfdt) const {
    ++work_.time_derivative;
    problem_.time_derivative(in_step(u), dfdt);
  }
  double potential(const State& u) const {
    ++work_.potential;
    return model_ ? model_->potential(u) : problem_.potential(in_step(u));
  }
  double kinetic(const State& u) const { return problem_.kinetic(u); }
  double energy(const State& u) const { return kinetic(u) + potential(u); }

 private:
  /// The stage state u, which methods build without internal variables, with those of the step.
  const State& in_step(const State& u) const {
    if (at_.z.size() == 0) return u;
    at_.t = u.t;
    at_.x = u.x;
    at_.v = u.v;
    return at_;
  }

  const Problem& problem_;
  mutable Work work_;                       // counting does not change the problem
  mutable State at_;                        // t, x, v: of the last call; z: of the step
  mutable std::optional<StepModel> model_;  // only for stepwise problems
};

/// The properties of a problem on which the scope of a method may depend: its traits and its size.
/// Every problem, counted or not, converts to it.
class ProblemKind {
 public:
  ProblemKind(const Problem& problem) : traits_(problem.traits()), dof_(problem.dof()) {}
  ProblemKind(const CountedProblem& problem) : traits_(problem.traits()), dof_(problem.dof()) {}

  const ProblemTraits& traits() const { return traits_; }
  Eigen::Index dof() const { return dof_; }

 private:
  ProblemTraits traits_;
  Eigen::Index dof_;
};

}  // namespace stiffbench
