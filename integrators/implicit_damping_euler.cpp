#include "integrators/contract/registry.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"

namespace stiffbench {
namespace {

/// Symplectic Euler with implicit damping: the kick solves (M + h D) (v+ - v) = h f(x, v, t), with
/// D at the start of the step, and the drift uses v+. An oscillation of damping ratio zeta is
/// stable for h omega < 2 zeta + 2 sqrt(zeta^2 + 1), so damping widens the bound, which it narrows
/// with explicit kicks. Without damping the method is symplectic_euler.
class ImplicitDampingEuler {
 public:
  Facts facts() const {
    return {.name = "implicit_damping_euler",
            .title = "symplectic Euler with implicit damping",
            .doi = "",
            .family = Family::split,
            .stages = 1,
            .group = "splitting"};
  }
  int order(const Problem&) const { return 1; }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    const ProblemTraits traits = problem.traits();
    damped_ = traits.damped;
    varying_ = traits.varying_damping;
    D_.resize(0, 0);
    sum_ = {};
    solver_ = {};
  }

  Outcome step(State& u) {
    if (damped_ && (varying_ || !solver_.ready()))
      if (Outcome outcome = factorize(u); !outcome.ok()) return outcome;
    problem_->force(u, f_);
    if (damped_)
      solver_.solve(f_, a_, problem_->work());
    else
      problem_->mass().solve(f_, a_);
    u.v += h_ * a_;
    u.x += h_ * u.v;
    u.t += h_;
    return {};
  }

 private:
  Outcome factorize(const State& u) {
    problem_->damping(u, D_);
    const Term terms[] = {{&problem_->mass().matrix(), 1}, {&D_, h_}};
    return solver_.factorize(sum_.assemble(problem_->dof(), terms), true, problem_->work());
  }

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool damped_ = false, varying_ = false;
  Mat D_;
  SparseSum sum_;
  LinearSolver solver_;
  Vec f_, a_;
};

const bool enrolled = enrol(ImplicitDampingEuler{});

}  // namespace
}  // namespace stiffbench
