#include "integrators/contract/registry.hpp"
#include "integrators/kernels/iterative/conjugate_gradients.hpp"
#include "integrators/kernels/iterative/solver_choice.hpp"
#include "integrators/kernels/linear/sparse_sum.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"

#include <array>
#include <vector>

namespace stiffbench {
namespace {

/// The variational implicit-explicit method of Stern, Grinspun. With the split f = g(x, t) - K0 x,
/// it makes half a kick by g, a step of the implicit midpoint rule for M x'' = -K0 x, and half a
/// kick by g. It is symplectic, of order 2 and linearly implicit: one factorization of M + (h^2/4)
/// K0 serves the whole run. A load f(x, t) enters the kicks, at t and t + h, and keeps the order.
///
/// Conjugate gradients are the better choice where factors are large and h omega_max is small: the
/// number of their products grows with the square root of 1 + (h omega_max / 2)^2. They start from
/// the span of the last two solutions. Their error is not symplectic, so the tolerance limits how
/// well the energy is conserved.
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
    linear_solver_parameters(self.step_solver_, self.preconditioner_, self.tolerance_, parameter);
  }
  void resolve() const {
    check_tolerance("v_imex", tolerance_, step_solver_);
    check_preconditioner("v_imex", preconditioner_, step_solver_);
  }
  int order(const Problem&) const { return 2; }
  std::string why_not_applicable(const Problem& p) const {
    return p.traits().damped ? "the force depends on v: the split f = g(x, t) - K0 x does not hold"
                             : "";
  }

  void init(const CountedProblem& problem, double h) {
    require_blocks_for(preconditioner_, problem.block_size());
    problem_ = &problem;
    h_ = h;
    fresh_ = true;
    const Term terms[] = {{&problem.mass().matrix(), 1},
                          {&problem.linear_stiffness(), 0.25 * h * h}};
    linear_stiffness_.assign(problem.linear_stiffness(), problem.block_size());
    sum_ = {};
    sum_.assemble(problem.dof(), terms);
    solver_ = {};
    gradients_.init(preconditioner_);
    solutions_.clear();
    choice_.init(step_solver_, problem.dof());
    choice_.begin_matrix();
    if (!choice_.iterates()) return factorize();
    prepared_ = gradients_.assign(sum_.sum(), problem.block_size());
    if (prepared_.status == Status::indefinite && choice_.may_leave()) factorize();
  }

  Outcome step(State& u) {
    if (!prepared_.ok()) return prepared_;
    if (fresh_) split(u);
    fresh_ = false;
    // (M + h^2/4 K0) v_mid = M v - (h/2) K0 x
    kicked_ = u.v + 0.5 * h_ * a_;
    problem_->mass().times(kicked_, right_);
    right_ -= 0.5 * h_ * linear_;
    if (const Outcome solved = solve(); !solved.ok()) return solved;
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
  /// Factorizes the matrix of all steps, by LU where it is not positive definite.
  void factorize() {
    choice_.init(UpdateSolver::cholesky, problem_->dof());
    prepared_ = solver_.factorize(sum_.sum(), true, problem_->work());
  }
  /// Solves for the mean velocity of the midpoint rule.
  Outcome solve() {
    choice_.begin_solve();
    while (choice_.iterates()) {
      if (choice_.needs_direct_work()) choice_.set_direct_work(BlockGraph(sum_.sum()));
      if (choice_.leaves_iterations()) {
        factorize();
        break;
      }
      Outcome outcome = iterate();
      if (!choice_.may_leave()) return outcome;
      if (outcome.status == Status::indefinite)
        factorize();
      else if (outcome.status != Status::krylov_stagnated)
        return outcome;
    }
    if (!prepared_.ok()) return prepared_;
    solver_.solve(right_, middle_, problem_->work());
    return {};
  }
  Outcome iterate() {
    Work& work = problem_->work();
    const long most = choice_.most_products(gradients_.iteration());
    Outcome outcome =
        gradients_.solve(right_, {.relative = tolerance_}, most, middle_, work, solutions_);
    choice_.count(gradients_.price(), outcome.status, gradients_.has_turned());
    if (!outcome.ok()) return outcome;
    if (solutions_.size() < 2)
      solutions_.emplace_back();
    else
      solutions_.front().swap(solutions_.back());
    solutions_.back() = middle_;
    return outcome;
  }

  UpdateSolver step_solver_ = UpdateSolver::automatic;
  Preconditioner preconditioner_ = Preconditioner::automatic;
  double tolerance_ = usual_linear_tolerance;

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool fresh_ = true;
  SymmetricProduct linear_stiffness_;
  SparseSum sum_;
  LinearSolver solver_;
  SolverChoice choice_;
  ConjugateGradients gradients_;
  std::vector<Vec> solutions_;  // of the last two steps by conjugate gradients
  Outcome prepared_;
  Vec linear_, g_, a_, kicked_, right_, middle_;
};

const bool enrolled = enrol(VImex{});

}  // namespace
}  // namespace stiffbench
