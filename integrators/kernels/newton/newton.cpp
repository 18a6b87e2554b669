#include "integrators/kernels/newton/newton.hpp"

#include "integrators/kernels/newton/newton_parts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {

/// Of the diagonal correction, relative to the mass.
constexpr double first_added = 1e-3;

/// Where the search for a lower incremental potential gives up: a wall may stand that close.
constexpr double least_descent = std::numeric_limits<double>::epsilon();
/// A change of the incremental potential below this part of its terms may be round-off, and the
/// slope at the new point decides (the approximate Wolfe conditions of Hager and Zhang, who allow
/// 1e-6, doi:10.1137/030601880). It is far above the unit round-off: a potential of gaps between
/// bodies loses the digits that their positions have beyond the gap.
constexpr double potential_round_off = 1e-9;

void Newton::init(const CountedProblem& problem) {
  problem_ = &problem;
  weights_ = problem.mass().diagonal();
  K_.resize(0, 0);
  const Eigen::Index damped = problem.nature().damped ? 0 : problem.dof();
  D_.resize(damped, damped);  // empty, the problem allocates it; else zero
  identity_.resize(problem.dof(), problem.dof());
  identity_.setIdentity();
  start_residual_.resize(problem.dof());  // wanted in some later step for the first time
  next_.resize(problem.dof());
  still_.setZero(problem.dof());
  lagged_ = is_lagged(problem);
  next_known_ = false;
  sum_ = {};
  solver_ = {};
}

Outcome Newton::solve(const StageEquation& stage, State& u, Vec& a) {
  if (auto outcome = start(stage, a, u); !outcome.ok()) return outcome;
  double before = 0, contraction = 0, relative = 0, taken = 1;
  int iteration = 1;
  for (; iteration <= max_iterations; ++iteration) {
    if (contraction > slow_contraction && at_round_off(stage, u, a)) return {};
    const bool fresh = due(stage, iteration, contraction);
    if (fresh)
      if (auto outcome = factorize(stage, u); !outcome.ok()) {
        outcome.reason =
            fmt::format("at t = {:.6g} s, Newton's iteration {}, residual {:.1e} N: {}", u.t,
                        iteration, residual_.norm(), outcome.reason);
        return outcome;
      }
    update(stage);
    const double size = size_of(stage, da_);
    start_ = a;
    const double allowed = feasible_fraction(stage, u);
    move(stage, allowed, a, u);
    const double scale = norm(u.v) + stage.velocity * norm(a);
    relative = size / scale;
    // The contraction of a first update is not known: the update itself stands for the error. An
    // update from far beyond the motion tells nothing either.
    contraction = before > 0 ? size / std::min(before, scale) : 0;
    const double rest = before > 0 ? contraction / (1 - contraction) : 1;
    if (allowed == 1 && contraction < 1 && rest * size <= tolerance * scale) return {};

    if (line_search == "none") {
      if (!evaluate(stage, a, u)) return not_finite(u.t, iteration + 1);
      before = size;
      continue;
    }
    const bool stale = !fresh && refactorize != "step";
    taken = line_search == "energy" ? descend(stage, allowed, stale, a, u)
                                    : search(stage, allowed, stale, a, u);
    if (taken == 0 && !stale) break;
    before = taken == 1 ? size : 0;
    if (taken < 1) contraction = 1;  // the next update has a new matrix
  }
  return {Status::newton_failed,
          fmt::format("at t = {:.6g} s update {} of at most {} is {:.1e} of the motion, the "
                      "tolerance {:.1e}; it was shortened to {:.2g}, the last contraction was "
                      "{:.2g}, the residual "
                      "is {:.1e} N",
                      u.t, std::min(iteration, max_iterations), max_iterations, relative, tolerance,
                      taken, contraction, residual_.norm())};
}

Outcome Newton::start(const StageEquation& stage, Vec& a, State& u) {
  const bool energy = line_search == "energy";
  if (lagged_) problem_->damping(u, D_);
  a = (u.x - stage.x0) / stage.position;
  u.t = stage.t;
  const bool finite = evaluate(stage, a, u);
  if (energy || !finite) potential_ = problem_->potential(u);
  if ((energy || !finite) && std::isinf(potential_))
    return {Status::infeasible,
            fmt::format("at t = {:.6g} s, before Newton's iteration 1, the potential at the start "
                        "is not finite",
                        u.t)};
  if (!finite) return not_finite(u.t, 1);
  if (energy) problem_->load(u.t, load_);
  return {};
}

Outcome Newton::not_finite(double t, int iteration) {
  return {Status::diverged, fmt::format("the force is not finite in Newton's iteration {} at "
                                        "t = {:.6g} s",
                                        iteration, t)};
}

void Newton::place(const StageEquation& stage, const Vec& a, State& u) {
  u.x = stage.x0 + stage.position * a;
  u.v = stage.v0 + stage.velocity * a;
}

bool Newton::evaluate(const StageEquation& stage, const Vec& a, State& u) {
  place(stage, a, u);
  if (lagged_) {
    u.v.swap(still_);
    problem_->force(u, f_);
    u.v.swap(still_);
    f_.noalias() -= D_ * u.v;
  } else {
    problem_->force(u, f_);
  }
  right_ = stage.mass * a;
  if (stage.a0.size() > 0) right_ += stage.a0;
  problem_->mass().times(right_, Ma_);
  residual_ = f_ - Ma_;
  next_known_ = false;
  return residual_.allFinite();
}

void Newton::move(const StageEquation& stage, double fraction, Vec& a, State& u) const {
  a = start_ + fraction * da_;
  place(stage, a, u);
}

double Newton::feasible_fraction(const StageEquation& stage, const State& u) {
  dx_ = stage.position * da_;
  const double most = problem_->feasible_step(u.x, dx_);
  return most < 1 ? 0.9 * most : 1;
}

double Newton::size_of(const StageEquation& stage, const Vec& da) const {
  const double kinetic = std::abs(stage.mass) * weights_.dot(da.cwiseAbs2());
  return stage.velocity * std::sqrt(std::max(std::abs(da.dot(residual_)), kinetic));
}

double Newton::merit(const StageEquation& stage) {
  if (line_search == "residual") return dual_norm(residual_, weights_);
  solve_linear(stage, residual_, next_);
  next_known_ = true;
  return size_of(stage, next_);
}

double Newton::search(const StageEquation& stage, double fraction, bool once, Vec& a, State& u) {
  const double before = line_search == "natural" ? size_of(stage, da_) : merit(stage);
  start_residual_ = residual_;
  do {
    move(stage, fraction, a, u);
    if (evaluate(stage, a, u) && (merit(stage) <= (1 - descent * fraction) * before ||
                                  (fraction == 1 && at_round_off(stage, u, a))))
      return fraction;
    fraction /= 2;
  } while (!once && fraction > least_fraction);
  back_to_start(stage, a, u);
  return 0;
}

void Newton::back_to_start(const StageEquation& stage, Vec& a, State& u) {
  a = start_;
  place(stage, a, u);
  residual_ = start_residual_;
  next_known_ = false;
}

double Newton::descend(const StageEquation& stage, double fraction, bool once, Vec& a, State& u) {
  start_residual_ = residual_;
  const double slope = -da_.dot(residual_);
  // B(a + s da) - B(a) = s linear + s^2 quadratic + (change of P) / position
  right_ = stage.mass * start_;
  if (stage.a0.size() > 0) right_ += stage.a0;
  problem_->mass().times(right_, bound_);
  const double inertia = da_.dot(bound_), pushed = da_.dot(load_);
  right_ = stage.v0 + stage.velocity * start_;
  bound_.noalias() = D_ * right_;
  const double damped = da_.dot(bound_), linear = inertia + damped - pushed;
  problem_->mass().times(da_, bound_);
  double quadratic = stage.mass / 2 * da_.dot(bound_);
  bound_.noalias() = D_ * da_;
  quadratic += stage.velocity / 2 * da_.dot(bound_);
  const double terms = std::abs(inertia) + std::abs(damped) + std::abs(pushed);
  for (; slope < 0 && fraction > least_descent; fraction /= 2) {
    move(stage, fraction, a, u);
    const bool finite = evaluate(stage, a, u);
    const double P = problem_->potential(u);
    const double change =
        fraction * (linear + fraction * quadratic) + (P - potential_) / stage.position;
    const double scale = fraction * (terms + fraction * std::abs(quadratic)) +
                         (std::abs(P) + std::abs(potential_)) / stage.position;
    const bool falls =
        change <= descent * fraction * slope || (std::abs(change) <= potential_round_off * scale &&
                                                 -da_.dot(residual_) <= (2 * descent - 1) * slope);
    if (finite && std::isfinite(P) && (falls || (fraction == 1 && at_round_off(stage, u, a)))) {
      potential_ = P;
      return fraction;
    }
    if (once) break;
  }
  back_to_start(stage, a, u);
  return 0;
}

bool Newton::due(const StageEquation& stage, int iteration, double contraction) const {
  if (!solver_.ready() || factored_[0] != stage.mass || factored_[1] != stage.velocity ||
      factored_[2] != stage.position || refactorize == "always")
    return true;
  return refactorize == "step" ? iteration == 1 : contraction > slow_contraction;
}

Outcome Newton::factorize(const StageEquation& stage, const State& u) {
  problem_->stiffness(u, K_);
  if (problem_->nature().damped && !lagged_) problem_->damping(u, D_);
  next_known_ = false;
  factored_[0] = stage.mass;
  factored_[1] = stage.velocity;
  factored_[2] = stage.position;
  if (linear_solver == "half")
    return hessian == "lu"         ? solver_.factorize(half(stage, 0), true, problem_->work())
           : hessian == "diagonal" ? corrected(stage)
                                   : projected(stage, u);
  const Mat& M = problem_->mass().matrix();
  const Eigen::Index n = problem_->dof();
  // dx - (position/velocity) dv = 0;  K dx + (D + mass/velocity M) dv = residual
  const Term terms[] = {{&identity_, 1, 0, 0},
                        {&identity_, -stage.position / stage.velocity, 0, n},
                        {&K_, 1, n, 0},
                        {&D_, 1, n, n},
                        {&M, stage.mass / stage.velocity, n, n}};
  return solver_.factorize(sum_.assemble(2 * n, terms), false, problem_->work());
}

const Columns& Newton::half(const StageEquation& stage, double added) {
  const Term terms[] = {{&problem_->mass().matrix(), stage.mass + added},
                        {&D_, stage.velocity},
                        {&K_, stage.position}};
  return sum_.assemble(problem_->dof(), terms);
}

Outcome Newton::corrected(const StageEquation& stage) {
  const Columns& S = half(stage, 0);
  const double least = S.diagonal().cwiseQuotient(weights_).minCoeff();
  const double smallest = first_added * stage.mass;
  double added = least > 0 ? 0 : smallest - least;
  for (;; added = std::max(10 * added, smallest)) {
    if (added > 0) half(stage, added);
    const Outcome outcome = solver_.factorize_definite(S, problem_->work());
    if (outcome.status == Status::indefinite || outcome.status == Status::singular) continue;
    if (added > 0) ++problem_->work().indefinite;
    return outcome;
  }
}

Outcome Newton::projected(const StageEquation& stage, const State& u) {
  const Outcome outcome = solver_.factorize_definite(half(stage, 0), problem_->work());
  if (outcome.status != Status::indefinite && outcome.status != Status::singular) return outcome;
  ++problem_->work().indefinite;
  problem_->projected_stiffness(u, K_);
  return solver_.factorize_definite(half(stage, 0), problem_->work());
}

void Newton::update(const StageEquation& stage) {
  ++problem_->work().newton_iterations;
  if (next_known_)
    da_.swap(next_);
  else
    solve_linear(stage, residual_, da_);
  next_known_ = false;
}

void Newton::solve_linear(const StageEquation& stage, const Vec& right, Vec& da) {
  if (linear_solver == "half") {
    solver_.solve(right, da, problem_->work());
    return;
  }
  const Eigen::Index n = right.size();
  wide_.setZero(2 * n);
  wide_.tail(n) = right;
  solver_.solve(wide_, both_, problem_->work());
  da = both_.tail(n) / stage.velocity;
}

bool Newton::at_round_off(const StageEquation& stage, const State& u, const Vec& a) {
  right_ = stage.mass * a.cwiseAbs();
  if (stage.a0.size() > 0) right_ += stage.a0.cwiseAbs();
  size_x_ = stage.x0.cwiseAbs() + u.x.cwiseAbs();
  size_v_ = stage.v0.cwiseAbs() + u.v.cwiseAbs();
  round_off(problem_->mass().matrix(), K_, D_, right_, size_x_, size_v_, bound_);
  return dual_norm(residual_, weights_) <= dual_norm(bound_, weights_);
}

}  // namespace stiffbench
