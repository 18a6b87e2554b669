#pragma once

#include "integrators/kernels/iterative/linear_step_solver.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"
#include "problems/contract/counted_problem.hpp"

namespace stiffbench {

/// The split M x'' = -K0 x + g(x, v, t) of methods that treat the constant part implicitly, or with
/// steps of its own, and g explicitly.
class LinearSplit {
 public:
  static void parameters(auto& self, auto&& parameter) {
    LinearStepSolver::parameters(self.solver_, parameter);
  }
  void resolve(const std::string& integrator) const { solver_.resolve(integrator); }

  void init(const CountedProblem& problem) {
    problem_ = &problem;
    stiffness_.assign(problem.linear_stiffness(), problem.block_size());
    sum_ = {};
    solver_.init(problem);
  }

  /// Prepares M + weight^2 K0 for solve().
  Outcome prepare(double weight) {
    weight_ = weight;
    const Term terms[] = {{&problem_->mass().matrix(), 1},
                          {&problem_->linear_stiffness(), weight * weight}};
    sum_.assemble(problem_->dof(), terms);
    return solver_.set_matrix(sum_.sum());
  }

  /// Computes s = M^-1 K0 x (m/s^2).
  void stiff(const Vec& x, Vec& s) {
    stiffness_.times(x, product_, problem_->work());
    problem_->mass().solve(product_, s);
  }
  /// Computes s = M^-1 K0 x and g = M^-1 f + s (m/s^2).
  void evaluate(const State& u, Vec& s, Vec& g) {
    stiff(u.x, s);
    problem_->force(u, f_);
    problem_->mass().solve(f_, g);
    g += s;
  }
  /// Replaces (x, v) by the solution of X = x + weight V, V = v - weight M^-1 K0 X, if the outcome
  /// is ok.
  Outcome solve(Vec& x, Vec& v) {
    problem_->mass().times(v, right_);
    stiffness_.times(x, product_, problem_->work());
    right_ -= weight_ * product_;
    if (Outcome outcome = solver_.solve(sum_.sum(), right_, solution_); !outcome.ok())
      return outcome;
    v.swap(solution_);
    x += weight_ * v;
    return {};
  }

 private:
  const CountedProblem* problem_ = nullptr;
  double weight_ = 0;
  SymmetricProduct stiffness_;
  SparseSum sum_;
  LinearStepSolver solver_;
  Vec f_, product_, right_, solution_;
};

}  // namespace stiffbench
