#include "integrators/kernels/iterative/linear_step_solver.hpp"

namespace stiffbench {

void LinearStepSolver::resolve(const std::string& integrator) const {
  check_tolerance(integrator, tolerance_, kind_);
  check_preconditioner(integrator, preconditioner_, kind_);
}

void LinearStepSolver::init(const CountedProblem& problem) {
  require_blocks_for(preconditioner_, problem.block_size());
  problem_ = &problem;
  factors_ = {};
  gradients_.init(preconditioner_);
  solutions_.clear();
  choice_.init(kind_, problem.dof());
}

Outcome LinearStepSolver::set_matrix(const Columns& A) {
  choice_.begin_matrix();
  if (choice_.iterates()) {
    prepared_ = gradients_.assign(A, problem_->block_size());
    if (prepared_.status == Status::indefinite && choice_.may_leave()) give_up_iterations(A);
  } else {
    factorize(A);
  }
  return prepared_;
}

void LinearStepSolver::factorize(const Columns& A) {
  prepared_ = factors_.factorize(A, true, problem_->work());
}

void LinearStepSolver::give_up_iterations(const Columns& A) {
  choice_.init(UpdateSolver::cholesky, problem_->dof());
  factorize(A);
}

Outcome LinearStepSolver::solve(const Columns& A, const Vec& b, Vec& x) {
  if (!prepared_.ok()) return prepared_;
  choice_.begin_solve();
  while (choice_.iterates()) {
    if (choice_.needs_direct_work()) choice_.set_direct_work(BlockGraph(A));
    if (choice_.leaves_iterations()) {
      factorize(A);
      break;
    }
    Outcome outcome = iterate(b, x);
    if (!choice_.may_leave()) return outcome;
    if (outcome.status == Status::indefinite)
      give_up_iterations(A);
    else if (outcome.status != Status::krylov_stagnated)
      return outcome;
  }
  if (!prepared_.ok()) return prepared_;
  factors_.solve(b, x, problem_->work());
  return {};
}

Outcome LinearStepSolver::iterate(const Vec& b, Vec& x) {
  const long most = choice_.most_products(gradients_.iteration());
  Outcome outcome =
      gradients_.solve(b, {.relative = tolerance_}, most, x, problem_->work(), solutions_);
  choice_.count(gradients_.price(), outcome.status, gradients_.has_turned());
  if (!outcome.ok()) return outcome;
  if (solutions_.size() < 2)
    solutions_.emplace_back();
  else
    solutions_.front().swap(solutions_.back());
  solutions_.back() = x;
  return outcome;
}

}  // namespace stiffbench
