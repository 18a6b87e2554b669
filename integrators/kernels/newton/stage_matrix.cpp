#include "integrators/kernels/newton/stage_matrix.hpp"

#include "base/system/threads.hpp"
#include "integrators/kernels/linear/skew_part.hpp"
#include "integrators/kernels/linear/symbolic/ordering.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace stiffbench {
namespace {

/// The smallest diagonal correction, relative to the mass.
constexpr double first_shift = 1e-3;

/// True when `some` consists of 3x3 blocks, each of which `all`, a matrix of such blocks, has.
bool has_blocks_of(const Mat& all, const Mat& some) {
  if (all.nonZeros() < some.nonZeros() || !has_triple_blocks(some)) return false;
  const auto columns = [](const Mat& A, Eigen::Index row) {
    return std::span(A.innerIndexPtr() + A.outerIndexPtr()[row],
                     A.innerIndexPtr() + A.outerIndexPtr()[row + 1]);
  };
  for (Eigen::Index row = 0; row < all.rows(); row += 3)
    if (!std::ranges::includes(columns(all, row), columns(some, row))) return false;
  return true;
}

/// Adds |A| x to y.
void add_absolute_product(const Mat& A, const Vec& x, Vec& y) {
  constexpr long least = 4000;  // rows; fewer take less time than waking a thread
  on_ranges(A.rows(), least, [&](long first, long last) {
    for (long row = first; row < last; ++row)
      for (Mat::InnerIterator at(A, row); at; ++at) y[row] += std::abs(at.value()) * x[at.col()];
  });
}

bool is_not_definite(const Outcome& outcome) {
  return outcome.status == Status::indefinite || outcome.status == Status::singular;
}

}  // namespace

void StageMatrix::init(const CountedProblem& problem, UpdateSolver solver,
                       Preconditioner preconditioner, bool lagged) {
  problem_ = &problem;
  K_.resize(0, 0);
  const Eigen::Index damped = problem.traits().damped ? 0 : problem.dof();
  D_.resize(damped, damped);  // empty where the problem allocates it, otherwise zero
  solver_.forget_factorization();
  gradients_.init(preconditioner);
  may_be_skew_ = problem.traits().varying_damping && !lagged;
  const bool is_direct = may_be_skew_ && solver == UpdateSolver::automatic;
  choice_.init(is_direct ? UpdateSolver::cholesky : solver, problem.dof());
  iterates_ = prepared_ = is_rough_ = false;
  exact_ = rough_ = {};
  stage_solves_ = 0;
  rough_error_ = 0;
}

void StageMatrix::begin_stage() {
  constexpr long least = 4;
  if (stage_solves_ > 0) {
    Stages& stages = is_rough_ ? rough_ : exact_;
    const auto solves = static_cast<double>(stage_solves_);
    stages.solves = stages.count == 0 ? solves : 0.8 * stages.solves + 0.2 * solves;
    ++stages.count;
  }
  stage_solves_ = 0;
  const bool is_slower = rough_.count >= least && rough_.solves > 1.1 * exact_.solves;
  is_rough_ = exact_.count >= least && !is_slower;
  choice_.expect_copies(!is_slower);
}

void StageMatrix::evaluate_damping(const State& u) {
  if (problem_->traits().damped) problem_->damping(u, D_);
}

void StageMatrix::assign_undamped(const Mat& K) {
  K_ = K;
  D_.resize(K.rows(), K.cols());
}

const Columns& StageMatrix::assemble() {
  const Term terms[] = {{&problem_->mass().matrix(), weights_.mass + mass_shift_},
                        {&D_, weights_.velocity},
                        {&K_, weights_.position}};
  return sum_.assemble(problem_->dof(), terms);
}

Outcome StageMatrix::factorize(const StageWeights& weights, HessianCorrection correction,
                               const State& u) {
  weights_ = weights;
  correction_ = correction;
  mass_shift_ = 0;
  choice_.begin_matrix();
  iterates_ = choice_.iterates();
  if (iterates_ && may_be_skew_)
    return {Status::indefinite,
            "conjugate gradients need a symmetric matrix, and a damping that varies with the state "
            "makes K another; take linear_solver=cholesky, which is LU there"};
  if (iterates_) return prepare(u);
  if (!may_be_skew_ || is_symmetric(*problem_, K_)) return factorize_symmetric(u);
  return solver_.factorize(assemble(), false, problem_->work());
}

Outcome StageMatrix::factorize_symmetric(const State& u) {
  if (correction_ == HessianCorrection::mass_shift) return factorize_corrected();
  if (correction_ == HessianCorrection::psd_projection) return factorize_projected(u);
  return solver_.factorize(assemble(), true, problem_->work());
}

double StageMatrix::least_shift() {
  const Vec& mass = problem_->mass().diagonal();
  diagonal_ = (weights_.mass + mass_shift_) * mass + weights_.position * K_.diagonal();
  if (D_.nonZeros() > 0) diagonal_ += weights_.velocity * D_.diagonal();
  const double least = diagonal_.cwiseQuotient(mass).minCoeff();
  return least > 0 ? 0 : first_shift * weights_.mass - least;
}

double StageMatrix::next_shift() const {
  return std::max(10 * mass_shift_, first_shift * weights_.mass);
}

Outcome StageMatrix::factorize_corrected() {
  const Columns& S = assemble();
  mass_shift_ = least_shift();
  for (;; mass_shift_ = next_shift()) {
    if (mass_shift_ > 0) assemble();
    const Outcome outcome = solver_.factorize_definite(S, problem_->work());
    if (is_not_definite(outcome)) continue;
    if (mass_shift_ > 0) ++problem_->work().indefinite;
    return outcome;
  }
}

Outcome StageMatrix::factorize_projected(const State& u) {
  const Outcome outcome = solver_.factorize_definite(assemble(), problem_->work());
  if (!is_not_definite(outcome)) return outcome;
  ++problem_->work().indefinite;
  problem_->projected_stiffness(u, K_);
  return solver_.factorize_definite(assemble(), problem_->work());
}

Outcome StageMatrix::prepare(const State& u) {
  is_corrected_ = false;
  Outcome outcome = assign_gradients();
  if (leaves_indefinite(outcome)) return leave_iterations(u);
  if (outcome.status == Status::indefinite) outcome = correct(std::move(outcome), u);
  prepared_ = outcome.ok();
  return outcome;
}

bool StageMatrix::leaves_indefinite(const Outcome& outcome) const {
  return outcome.status == Status::indefinite && correction_ == HessianCorrection::none &&
         choice_.may_leave();
}

Outcome StageMatrix::leave_iterations(const State& u) {
  iterates_ = false;
  mass_shift_ = 0;
  return factorize_symmetric(u);
}

Outcome StageMatrix::correct(Outcome outcome, const State& u) {
  while (outcome.status == Status::indefinite) {
    if (correction_ == HessianCorrection::none ||
        (correction_ == HessianCorrection::psd_projection && is_corrected_))
      return {Status::indefinite,
              outcome.reason + "; hessian_correction=mass_shift adds a multiple of M there"};
    if (!std::exchange(is_corrected_, true)) ++problem_->work().indefinite;
    if (correction_ == HessianCorrection::mass_shift)
      mass_shift_ = std::max(mass_shift_ + least_shift(), next_shift());
    else
      problem_->projected_stiffness(u, K_);
    outcome = assign_gradients();
  }
  return outcome;
}

Outcome StageMatrix::assign_gradients() {
  const Mass& mass = problem_->mass();
  const bool damped = D_.nonZeros() > 0;
  if (problem_->block_size() != 3 || !mass.is_diagonal() || (damped && !has_blocks_of(K_, D_)))
    return gradients_.assign(assemble(), problem_->block_size());
  return gradients_.assign({.K = &K_,
                            .k = weights_.position,
                            .D = damped ? &D_ : nullptr,
                            .d = weights_.velocity,
                            .diagonal = &mass.diagonal(),
                            .m = weights_.mass + mass_shift_});
}

Outcome StageMatrix::iterate(const Vec& right, const Accuracy& accuracy, const State& u, Vec& x,
                             std::span<const Vec> basis) {
  Work& work = problem_->work();
  for (;;) {
    const long most = choice_.most_products(gradients_.iteration());
    Outcome outcome = gradients_.solve(right, accuracy, most, x, work, basis);
    choice_.count(gradients_.price(), outcome.status, gradients_.has_turned());
    if (outcome.status != Status::indefinite || leaves_indefinite(outcome)) return outcome;
    if (outcome = correct(std::move(outcome), u); !outcome.ok()) return outcome;
  }
}

bool StageMatrix::solve_iteratively(const State& u, Outcome& outcome, auto&& iterate) {
  while (iterates_) {
    if (choice_.needs_direct_work()) choice_.set_direct_work(BlockGraph(K_));
    if (!choice_.leaves_iterations()) {
      outcome = iterate();
      const bool fell_short = outcome.status == Status::krylov_stagnated && choice_.may_leave();
      if (fell_short) continue;
      if (!leaves_indefinite(outcome)) return true;
    }
    if (outcome = leave_iterations(u); !outcome.ok()) return true;
  }
  return false;
}

Outcome StageMatrix::solve(const Vec& right, const Accuracy& accuracy, const State& u, Vec& x,
                           std::span<const Vec> basis) {
  choice_.begin_solve();
  Outcome outcome;
  if (solve_iteratively(u, outcome, [&] { return iterate(right, accuracy, u, x, basis); }))
    return outcome;
  ++stage_solves_;
  rough_error_ = 0;
  if (is_rough_)
    rough_error_ =
        solver_.solve_roughly(right, x, problem_->work()) * std::sqrt(std::abs(x.dot(right)));
  else
    solver_.solve(right, x, problem_->work());
  return {};
}

Outcome StageMatrix::solve(const ComplexWeights& weights, const ComplexVec& right,
                           const Accuracy& accuracy, const State& u, ComplexVec& x) {
  constexpr long by_factors = 12;  // real solves for a complex one to two digits
  constexpr long most = 1000;      // iterations that factors precondition
  Work& work = problem_->work();
  const auto times = [&](const ComplexVec& p, ComplexVec& q) { complex_times(weights, p, q); };
  choice_.begin_solve(by_factors);
  choice_.expect_copies(true);
  Outcome outcome;
  const auto iterate = [&] {
    const auto precondition = [&](const ComplexVec& r, ComplexVec& y) {
      gradients_.precondition(r, y, work);
    };
    gradients_.begin_other(work);
    outcome = complex_gradients_.solve(times, precondition, right, accuracy,
                                       choice_.most_products(2 * gradients_.iteration()), x);
    gradients_.end_other(2 * complex_gradients_.iterations(), complex_gradients_.digits());
    choice_.count(gradients_.price(), outcome.status, gradients_.has_turned(), by_factors);
    return outcome;
  };
  if (solve_iteratively(u, outcome, iterate)) return outcome;
  const auto precondition = [&](const ComplexVec& r, ComplexVec& y) {
    solver_.solve_roughly(r.re, y.re, work);
    solver_.solve_roughly(r.im, y.im, work);
  };
  return complex_gradients_.solve(times, precondition, right, accuracy, most, x);
}

void StageMatrix::times(const ComplexVec& x, ComplexVec& y) {
  if (iterates_) return gradients_.times(x, y, problem_->work());
  problem_->work().stiffness_products += 2;
  y.re.noalias() = sum_.sum().transpose() * x.re;  // symmetric, and quicker by rows
  y.im.noalias() = sum_.sum().transpose() * x.im;
}

// A = share S + (the rest of M and D)
void StageMatrix::complex_times(const ComplexWeights& weights, const ComplexVec& p, ComplexVec& q) {
  const std::complex<double> share = weights.position / weights_.position,
                             mass = (1 + mass_shift_ / weights_.mass) *
                                    (weights.mass - share * weights_.mass),
                             velocity = weights.velocity - share * weights_.velocity;
  times(p, rest_);
  q.set_zero(p.re.size());
  q.add(share, rest_);
  problem_->mass().times(p.re, rest_.re);
  problem_->mass().times(p.im, rest_.im);
  q.add(mass, rest_);
  if (D_.nonZeros() == 0) return;
  rest_.re.noalias() = D_ * p.re;
  rest_.im.noalias() = D_ * p.im;
  q.add(velocity, rest_);
}

void StageMatrix::round_off(const Vec& a, const Vec& x, const Vec& v, Vec& bound) const {
  bound.setZero(a.size());
  add_absolute_product(problem_->mass().matrix(), a, bound);
  add_absolute_product(K_, x, bound);
  add_absolute_product(D_, v, bound);
  bound *= 8 * std::numeric_limits<double>::epsilon();
}

}  // namespace stiffbench
