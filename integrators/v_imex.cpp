#include "integrators/contract/registry.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"

namespace stiffbench {
namespace {

/// The variational implicit-explicit method of Stern, Grinspun: with the split f = g(x, t) - K0 x,
/// half a kick by g, a step of the implicit midpoint rule for M x'' = -K0 x, half a kick by g.
/// Symplectic, order 2, linearly implicit: one factorization of M + (h^2/4) K0 serves the whole
/// run. A load f(x, t) is in the kicks, at t and t + h, and keeps the order.
class VImex {
 public:
  Facts facts() const {
    return {.name = "v_imex",
            .title = "variational implicit-explicit method",
            .doi = "10.1137/080732936",
            .family = Family::split,
            .stages = 1};
  }
  int order(const Problem&) const { return 2; }
  std::string unfit(const Problem& p) const {
    return p.nature().damped ? "the force depends on v: the split f = g(x, t) - K0 x does not hold"
                             : "";
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    fresh_ = true;
    const Term terms[] = {{&problem.mass().matrix(), 1},
                          {&problem.linear_stiffness(), 0.25 * h * h}};
    linear_stiffness_.assign(problem.linear_stiffness(), problem.block_size());
    sum_ = {};
    solver_ = {};
    factorized_ = solver_.factorize(sum_.assemble(problem.dof(), terms), true, problem.work());
  }

  Outcome step(State& u) {
    if (!factorized_.ok()) return factorized_;
    if (fresh_) split(u);
    fresh_ = false;
    kick(u);
    // (M + h^2/4 K0) v_mid = M v - (h/2) K0 x
    problem_->mass().times(u.v, right_);
    right_ -= 0.5 * h_ * linear_;
    solver_.solve(right_, middle_, problem_->work());
    u.x += h_ * middle_;
    u.v = 2 * middle_ - u.v;
    u.t += h_;
    split(u);
    kick(u);
    return {};
  }

 private:
  /// Computes K0 x and the acceleration M^-1 (f + K0 x) of the kicks.
  void split(const State& u) {
    linear_stiffness_.times(u.x, linear_, problem_->work());
    problem_->force(u, g_);
    g_ += linear_;
    problem_->mass().solve(g_, a_);
  }
  void kick(State& u) const { u.v += 0.5 * h_ * a_; }

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool fresh_ = true;
  SymmetricProduct linear_stiffness_;
  SparseSum sum_;
  LinearSolver solver_;
  Outcome factorized_;
  Vec linear_, g_, a_, right_, middle_;
};

const bool enrolled = enrol(VImex{});

}  // namespace
}  // namespace stiffbench
