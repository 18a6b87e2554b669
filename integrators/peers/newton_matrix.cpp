#include "integrators/peers/newton_matrix.hpp"

#include <array>
#include <utility>

namespace stiffbench {
namespace {

/// The solver of the eliminated system, or nothing for the kinds that do not eliminate.
std::optional<UpdateSolver> eliminated_solver(const std::string& kind) {
  if (kind == "half_size") return UpdateSolver::cholesky;
  if (kind == "pcg") return UpdateSolver::pcg;
  if (kind == "auto") return UpdateSolver::automatic;
  return std::nullopt;
}

/// Replaces the remedy of a StageMatrix by one that peers have.
Outcome with_remedy(Outcome outcome) {
  if (outcome.status == Status::indefinite)
    outcome.reason =
        "conjugate gradients need a symmetric, positive definite M + gamma D + gamma^2 K; take "
        "linear_solver=half_size or auto";
  return outcome;
}

}  // namespace

NewtonMatrix::NewtonMatrix(const FirstOrder& system, const std::string& kind,
                           Preconditioner preconditioner, double forcing)
    : problem_(system.problem()), n_(system.dof()), forcing_(forcing) {
  if (const auto solver = eliminated_solver(kind)) {
    require_blocks_for(preconditioner, problem_.block_size());
    eliminated_.emplace().init(problem_, *solver, preconditioner);
    return;
  }
  identity_.resize(n_, n_);
  identity_.setIdentity();
  if (kind == "klu") klu_.emplace();
}

void NewtonMatrix::evaluate(const State& u) {
  if (eliminated_) {
    eliminated_->evaluate_damping(u);
    eliminated_->evaluate_stiffness(u);
  } else {
    problem_.damping(u, D_);
    problem_.stiffness(u, K_);
  }
}

void NewtonMatrix::assign(const Mat& K) {
  if (eliminated_) return eliminated_->assign_undamped(K);
  K_ = K;
  D_.resize(n_, n_);
}

const Columns& NewtonMatrix::first_order() {
  return sum_.assemble(2 * n_, std::array{Term{&identity_, 1}, Term{&identity_, -gamma_, 0, n_},
                                          Term{&K_, gamma_, n_, 0}, Term{&D_, gamma_, n_, n_},
                                          Term{&problem_.mass().matrix(), 1, n_, n_}});
}

Outcome NewtonMatrix::factorize(double gamma) {
  gamma_ = gamma;
  if (eliminated_)
    return with_remedy(eliminated_->factorize(
        {.mass = 1, .velocity = gamma, .position = gamma * gamma}, HessianCorrection::none, {}));
  if (klu_) return klu_->factorize(first_order(), problem_.work());
  return solver_.factorize(first_order(), false, problem_.work());
}

Outcome NewtonMatrix::solve(const double* b, double* z) {
  if (eliminated_) return solve_eliminated(b, z);
  solve_first_order(b, z);
  return {};
}

Outcome NewtonMatrix::solve_eliminated(const double* b, double* z) {
  const Eigen::Map<const Vec> bx(b, n_), bv(b + n_, n_);
  right_ = problem_.mass().matrix() * bv - gamma_ * (eliminated_->stiffness() * bx);
  ++problem_.work().stiffness_products;
  Outcome outcome = eliminated_->solve(right_, {.relative = forcing_}, {}, unknown_);
  Vec::Map(z + n_, n_) = unknown_;
  Vec::Map(z, n_) = bx + gamma_ * unknown_;
  return with_remedy(std::move(outcome));
}

void NewtonMatrix::solve_first_order(const double* b, double* z) {
  right_.resize(2 * n_);
  right_ << Vec::Map(b, n_), problem_.mass().matrix() * Vec::Map(b + n_, n_);
  if (klu_)
    klu_->solve(right_, unknown_, problem_.work());
  else
    solver_.solve(right_, unknown_, problem_.work());
  Vec::Map(z, 2 * n_) = unknown_;
}

}  // namespace stiffbench
