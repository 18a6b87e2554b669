#include "integrators/kernels/newton/stage_matrix.hpp"

#include "integrators/kernels/linear/skew_part.hpp"

#include <algorithm>
#include <limits>

namespace stiffbench {
namespace {

/// The least diagonal correction, relative to the mass.
constexpr double first_shift = 1e-3;

bool is_not_definite(const Outcome& outcome) {
  return outcome.status == Status::indefinite || outcome.status == Status::singular;
}

}  // namespace

void StageMatrix::init(const CountedProblem& problem) {
  problem_ = &problem;
  K_.resize(0, 0);
  const Eigen::Index damped = problem.nature().damped ? 0 : problem.dof();
  D_.resize(damped, damped);  // empty, the problem allocates it; else zero
  sum_ = {};
  solver_ = {};
}

void StageMatrix::evaluate_damping(const State& u) {
  if (problem_->nature().damped) problem_->damping(u, D_);
}

const Columns& StageMatrix::assemble(const StageWeights& weights) {
  const Term terms[] = {{&problem_->mass().matrix(), weights.mass + mass_shift_},
                        {&D_, weights.velocity},
                        {&K_, weights.position}};
  return sum_.assemble(problem_->dof(), terms);
}

Outcome StageMatrix::factorize(const StageWeights& weights, Hessian hessian, const State& u) {
  mass_shift_ = 0;
  if (!is_symmetric(*problem_, K_))
    return solver_.factorize(assemble(weights), false, problem_->work());
  if (hessian == Hessian::diagonal) return factorize_corrected(weights);
  if (hessian == Hessian::projected) return factorize_projected(weights, u);
  return solver_.factorize(assemble(weights), true, problem_->work());
}

Outcome StageMatrix::factorize_corrected(const StageWeights& weights) {
  const Columns& S = assemble(weights);
  const double least = S.diagonal().cwiseQuotient(problem_->mass().diagonal()).minCoeff();
  const double smallest = first_shift * weights.mass;
  mass_shift_ = least > 0 ? 0 : smallest - least;
  for (;; mass_shift_ = std::max(10 * mass_shift_, smallest)) {
    if (mass_shift_ > 0) assemble(weights);
    const Outcome outcome = solver_.factorize_definite(S, problem_->work());
    if (is_not_definite(outcome)) continue;
    if (mass_shift_ > 0) ++problem_->work().indefinite;
    return outcome;
  }
}

Outcome StageMatrix::factorize_projected(const StageWeights& weights, const State& u) {
  const Outcome outcome = solver_.factorize_definite(assemble(weights), problem_->work());
  if (!is_not_definite(outcome)) return outcome;
  ++problem_->work().indefinite;
  problem_->projected_stiffness(u, K_);
  return solver_.factorize_definite(assemble(weights), problem_->work());
}

void StageMatrix::round_off(const Vec& a, const Vec& x, const Vec& v, Vec& bound) const {
  bound.noalias() = problem_->mass().matrix().cwiseAbs() * a;
  bound.noalias() += K_.cwiseAbs() * x;
  bound.noalias() += D_.cwiseAbs() * v;
  bound *= 8 * std::numeric_limits<double>::epsilon();
}

}  // namespace stiffbench
