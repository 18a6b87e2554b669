#include "integrators/contract/registry.hpp"
#include "integrators/kernels/iterative/linear_step_solver.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"

namespace stiffbench {
namespace {

/// The variational implicit-explicit method of Stern, Grinspun. With the split f = g(x, t) - K0 x,
/// it makes half a kick by g, a step of the implicit midpoint rule for M x'' = -K0 x, and half a
/// kick by g. It is symplectic, of order 2 and linearly implicit: one factorization of M + (h^2/4)
/// K0 serves the whole run. A load f(x, t) enters the kicks, at t and t + h, and keeps the order.
/// The error of conjugate gradients is not symplectic, so their tolerance limits how well the
/// energy is conserved.
class VImex {
 public:
  Facts facts() const {
    return {.name = "v_imex",
            .title = "variational implicit-explicit method",
            .doi = "10.1137/080732936",
            .family = Family::split,
            .stages = 1,
            .group = "IMEX"};
  }
  static void parameters(auto& self, auto&& parameter) {
    LinearStepSolver::parameters(self.solver_, parameter);
  }
  void resolve() const { solver_.resolve("v_imex"); }
  int order(const Problem&) const { return 2; }
  std::string why_not_applicable(const Problem& p) const {
    return p.traits().damped ? "the force depends on v: the split f = g(x, t) - K0 x does not hold"
                             : "";
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    is_first_ = true;
    const Term terms[] = {{&problem.mass().matrix(), 1},
                          {&problem.linear_stiffness(), 0.25 * h * h}};
    linear_stiffness_.assign(problem.linear_stiffness(), problem.block_size());
    sum_ = {};
    sum_.assemble(problem.dof(), terms);
    solver_.init(problem);
    prepared_ = solver_.set_matrix(sum_.sum());
  }

  Outcome step(State& u) {
    if (!prepared_.ok()) return prepared_;
    if (is_first_) split(u);
    is_first_ = false;
    // (M + h^2/4 K0) v_mid = M v - (h/2) K0 x
    kicked_ = u.v + 0.5 * h_ * a_;
    problem_->mass().times(kicked_, right_);
    right_ -= 0.5 * h_ * linear_;
    if (const Outcome solved = solver_.solve(sum_.sum(), right_, middle_); !solved.ok())
      return solved;
    u.x += h_ * middle_;
    u.v = 2 * middle_ - kicked_;
    u.t += h_;
    split(u);
    u.v += 0.5 * h_ * a_;
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

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool is_first_ = true;
  SymmetricProduct linear_stiffness_;
  SparseSum sum_;
  LinearStepSolver solver_;
  Outcome prepared_;
  Vec linear_, g_, a_, kicked_, right_, middle_;
};

const bool enrolled = enrol(VImex{});

}  // namespace
}  // namespace stiffbench
