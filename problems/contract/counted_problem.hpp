#pragma once

#include "problems/contract/problem.hpp"
#include "problems/contract/work.hpp"

namespace stiffbench {

/// A problem that counts every evaluation into a Work ledger; the only view an integrator has.
/// `final`, so that a method's call costs one virtual call and one increment.
class CountedProblem final : public Problem {
 public:
  explicit CountedProblem(const Problem& problem) : problem_(problem) {
    name_ = problem.name();
    end_time_ = problem.end_time();
    parameters_ = problem.parameters();
  }

  /// The ledger; kernels add what they do (factorizations, solves, basis vectors).
  Work& work() const { return work_; }
  const Problem& inner() const { return problem_; }

  State start() const override { return problem_.start(); }
  const Mass& mass() const override { return problem_.mass(); }
  Nature nature() const override { return problem_.nature(); }
  void force(const State& u, Vec& f) const override {
    ++work_.force;
    problem_.force(u, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    ++work_.jacobian_times;
    problem_.jacobian_times(u, dx, dv, df);
  }
  void stiffness(const State& u, Mat& K) const override {
    ++work_.stiffness;
    problem_.stiffness(u, K);
  }
  void projected_stiffness(const State& u, Mat& K) const override {
    ++work_.stiffness;
    problem_.projected_stiffness(u, K);
  }
  void damping(const State& u, Mat& D) const override {
    ++work_.damping;
    problem_.damping(u, D);
  }
  void time_derivative(const State& u, Vec& dfdt) const override {
    ++work_.time_derivative;
    problem_.time_derivative(u, dfdt);
  }
  void load(double t, Vec& f) const override { problem_.load(t, f); }
  const Mat& linear_stiffness() const override { return problem_.linear_stiffness(); }
  double potential(const State& u) const override {
    ++work_.potential;
    return problem_.potential(u);
  }
  bool has_extended() const override { return problem_.has_extended(); }
  void force(const StateOf<long double>& u, VecOf<long double>& f) const override {
    ++work_.force;
    problem_.force(u, f);
  }
  std::optional<State> exact(double t) const override { return problem_.exact(t); }
  int block_size() const override { return problem_.block_size(); }
  double feasible_step(const Vec& x, const Vec& dx) const override {
    return problem_.feasible_step(x, dx);
  }
  double kink(const Vec& x) const override { return problem_.kink(x); }
  std::unique_ptr<Outputs> outputs(long points) const override { return problem_.outputs(points); }
  double typical_displacement() const override { return problem_.typical_displacement(); }
  State after_step(State u) const override { return problem_.after_step(std::move(u)); }
  double default_end_time() const override { return problem_.default_end_time(); }

 private:
  const Problem& problem_;
  mutable Work work_;  // counting does not change what the problem says
};

}  // namespace stiffbench
