#include "integrators/kernels/newton/newton.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stiffbench {

void StageSystem::init(const CountedProblem& problem, bool energy, UpdateSolver solver,
                       Preconditioner preconditioner) {
  if (energy && problem.has_varying_mass())
    throw Error("line_search=energy needs a force that is a gradient",
                "a mass that depends on the state", "take line_search=natural");
  energy_ = energy;
  problem_ = &problem;
  first_order_ = solver == UpdateSolver::first_order;
  lagged_ = energy && problem.traits().varying_damping;
  weights_ = problem.mass().diagonal();
  matrix_.init(problem, solver, preconditioner, lagged_);
  identity_.resize(problem.dof(), problem.dof());
  identity_.setIdentity();
  first_order_sum_ = {};
  first_order_solver_ = {};
  rest_.setZero(problem.dof());
  motions_.clear();
}

void StageSystem::begin(const StageEquation& stage, State& u, Vec& a) {
  stage_ = &stage;
  u_ = &u;
  if (lagged_) matrix_.lag_damping(u);
  a = (u.x - stage.x0) / stage.position;
  begin_ = a;
  is_first_ = true;
  matrix_.begin_stage();
  u.t = stage.t;
  if (energy_) problem_->load(u.t, load_);
}

void StageSystem::end(const Vec& a) {
  constexpr std::size_t most = 2;
  const auto number = static_cast<std::size_t>(stage_->number);
  if (motions_.size() <= number) motions_.resize(number + 1);
  std::vector<Vec>& own = motions_[number];
  if (own.size() < most)
    own.emplace_back();
  else
    std::rotate(own.begin(), own.begin() + 1, own.end());
  own.back() = a - begin_;
}

void StageSystem::set_point(const Vec& a) {
  u_->x = stage_->x0 + stage_->position * a;
  u_->v = stage_->v0 + stage_->velocity * a;
}

void StageSystem::add_inertia(const Vec& a) {
  inertia_ = stage_->mass * a;
  if (stage_->a0.size() > 0) inertia_ += stage_->a0;
}

bool StageSystem::evaluate(const Vec& a, Vec& residual) {
  with_lagged_velocity([&] { problem_->force(*u_, f_); });
  if (lagged_) f_.noalias() -= matrix_.damping() * u_->v;
  add_inertia(a);
  problem_->mass().times(inertia_, product_);
  residual = f_ - product_;
  return residual.allFinite();
}

bool StageSystem::is_factorized() const {
  const bool ready = first_order_ ? first_order_solver_.ready() : matrix_.ready();
  return ready && factorized_ == stage_->weights();
}

Outcome StageSystem::factorize(HessianCorrection correction) {
  factorized_ = stage_->weights();
  if (!lagged_) matrix_.evaluate_damping(*u_);
  return with_lagged_velocity([&] {
    matrix_.evaluate_stiffness(*u_);
    return first_order_ ? factorize_first_order() : matrix_.factorize(factorized_, correction, *u_);
  });
}

Outcome StageSystem::factorize_first_order() {
  const StageWeights& w = factorized_;
  const Eigen::Index n = problem_->dof();
  // dx - (position/velocity) dv = 0;  K dx + (D + mass/velocity M) dv = residual
  const Term terms[] = {{&identity_, 1, 0, 0},
                        {&identity_, -w.position / w.velocity, 0, n},
                        {&matrix_.stiffness(), 1, n, 0},
                        {&matrix_.damping(), 1, n, n},
                        {&problem_->mass().matrix(), w.mass / w.velocity, n, n}};
  return first_order_solver_.factorize(first_order_sum_.assemble(2 * n, terms), false,
                                       problem_->work());
}

Outcome StageSystem::solve(const Vec& residual, const Accuracy& accuracy, Vec& da) {
  // Sizes of updates refer to dv = velocity da.
  const double unit = std::abs(stage_->velocity);
  const bool is_first = std::exchange(is_first_, false);
  if (!first_order_) {
    const auto number = static_cast<std::size_t>(stage_->number);
    const bool has_motions = is_first && number < motions_.size();
    const std::span<const Vec> basis =
        has_motions ? std::span<const Vec>(motions_[number]) : std::span<const Vec>{};
    return with_lagged_velocity([&] {
      return matrix_.solve(residual, {accuracy.relative, accuracy.absolute / unit}, *u_, da, basis);
    });
  }
  const Eigen::Index n = residual.size();
  wide_.setZero(2 * n);
  wide_.tail(n) = residual;
  first_order_solver_.solve(wide_, both_, problem_->work());
  da = both_.tail(n) / stage_->velocity;
  return {};
}

// With d = velocity / mass and e = position / velocity: (M + d D + d e K) v+ = M v - d K x and
// x+ = x + e v+.
Outcome StageSystem::damp(State& difference) {
  constexpr double rough = 0.1;  // an estimate needs one digit
  problem_->mass().times(difference.v, product_);
  problem_->jacobian_times(*u_, difference.x, rest_, dx_);
  product_ = stage_->mass * product_ + stage_->velocity * dx_;
  if (Outcome outcome = solve(product_, {rough, 0}, difference.v); !outcome.ok()) return outcome;
  difference.x += stage_->position / stage_->velocity * difference.v;
  return {};
}

double StageSystem::size(const Vec& da, const Vec& residual) const {
  const double kinetic = std::abs(stage_->mass) * weights_.dot(da.cwiseAbs2());
  return stage_->velocity * std::sqrt(std::max(std::abs(da.dot(residual)), kinetic));
}

double StageSystem::feasible_step(const Vec& da) {
  dx_ = stage_->position * da;
  return problem_->feasible_step(u_->x, dx_);
}

double StageSystem::round_off(const Vec& a) {
  inertia_ = stage_->mass * a.cwiseAbs();
  if (stage_->a0.size() > 0) inertia_ += stage_->a0.cwiseAbs();
  size_x_ = stage_->x0.cwiseAbs() + u_->x.cwiseAbs();
  size_v_ = stage_->v0.cwiseAbs() + u_->v.cwiseAbs();
  matrix_.round_off(inertia_, size_x_, size_v_, product_);
  return dual_norm(product_, weights_);
}

PotentialChange StageSystem::potential_change(const Vec& a, const Vec& da) {
  const Mat& D = matrix_.damping();
  add_inertia(a);
  problem_->mass().times(inertia_, product_);
  const double inertia = da.dot(product_), push = da.dot(load_);
  inertia_ = stage_->v0 + stage_->velocity * a;
  product_.noalias() = D * inertia_;
  const double drag = da.dot(product_);
  problem_->mass().times(da, product_);
  double quadratic = stage_->mass / 2 * da.dot(product_);
  product_.noalias() = D * da;
  quadratic += stage_->velocity / 2 * da.dot(product_);
  return {.linear = inertia + drag - push,
          .quadratic = quadratic,
          .terms = std::abs(inertia) + std::abs(drag) + std::abs(push),
          .weight = stage_->position};
}

std::string StageSystem::where(int iteration, const Vec& residual) const {
  return fmt::format("at t = {:.6g}, Newton's iteration {}, residual {:.1e}", u_->t, iteration,
                     residual.norm());
}

void Newton::check_options(const std::string& owner) const {
  const NewtonOptions usual;
  const std::string solver = "linear_solver=" + name_of(linear_solver);
  if (linear_solver == UpdateSolver::first_order &&
      options.hessian_correction != usual.hessian_correction)
    throw Error(
        fmt::format(
            "integrator '{}': hessian_correction has no effect with {}, whose matrix is not "
            "symmetric",
            owner, solver),
        "hessian_correction=" + name_of(options.hessian_correction), "leave one of the two out");
  const bool iterates =
      linear_solver == UpdateSolver::pcg || linear_solver == UpdateSolver::automatic;
  if (!iterates && options.forcing != usual.forcing)
    throw Error(fmt::format("integrator '{}': forcing has no effect with {}, which factorizes",
                            owner, solver),
                fmt::format("forcing={}", options.forcing),
                "leave it out, or give linear_solver=pcg or auto");
  check_preconditioner(owner, preconditioner, linear_solver);
}

Outcome Newton::solve(const StageEquation& stage, State& u, Vec& a) {
  iteration_.system.begin(stage, u, iteration_.a);
  const Outcome outcome = iteration_.solve(options);
  if (outcome.ok()) iteration_.system.end(iteration_.a);
  a = iteration_.a;
  return outcome;
}

}  // namespace stiffbench
