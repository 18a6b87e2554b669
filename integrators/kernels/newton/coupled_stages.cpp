#include "integrators/kernels/newton/coupled_stages.hpp"

#include "base/dense.hpp"
#include "base/error.hpp"

namespace stiffbench {

void CoupledSystem::init(const CountedProblem& problem, double h, const Eigen::MatrixXd& A,
                         const Vec& b, const Vec& c, bool simplified, UpdateSolver solver,
                         Preconditioner preconditioner) {
  problem_ = &problem;
  h_ = h;
  s_ = A.rows();
  n_ = problem.dof();
  A_ = A;
  A2_ = A.lazyProduct(A);
  b_ = b;
  c_ = c;
  nodes_ = A.rowwise().sum();
  weights_ = problem.mass().diagonal();
  stages_.assign(s_, State());
  simplified_ = simplified;
  if (simplified) shared_.init(problem, A, solver, preconditioner);
  (c.array() - 0.5).abs().minCoeff(&middle_);
  matrices_.resize(s_);
  for (StageMatrix& matrix : matrices_) matrix.init(problem);
  for (Vec* single : {&f_, &product_, &dx_, &dv_, &size_x_, &size_v_}) single->setZero(n_);
  terms_.clear();
  solver_.forget_factorization();
}

void CoupledSystem::set_point(const Vec& a) {
  for (Eigen::Index i = 0; i < s_; ++i) {
    State& stage = stages_[i];
    stage.t = u_->t + c_[i] * h_;
    stage.x = u_->x + h_ * nodes_[i] * u_->v;
    stage.v = u_->v;
    for (Eigen::Index j = 0; j < s_; ++j) {
      stage.x += h_ * h_ * A2_(i, j) * part(a, j);
      stage.v += h_ * A_(i, j) * part(a, j);
    }
  }
}

bool CoupledSystem::evaluate(const Vec& a, Vec& residual) {
  for (Eigen::Index i = 0; i < s_; ++i) {
    dx_ = part(a, i);
    problem_->force(stages_[i], f_);
    problem_->mass().times(dx_, product_);
    part(residual, i) = f_ - product_;
  }
  return residual.allFinite();
}

Outcome CoupledSystem::factorize(HessianCorrection correction) {
  if (!simplified_) return factorize_all(correction);
  return shared_.factorize(h_, correction, stages_[middle_]);
}

Outcome CoupledSystem::solve(const Vec& residual, const Accuracy& accuracy, Vec& da) {
  if (simplified_) return shared_.solve(residual, accuracy, stages_[middle_], da);
  solver_.solve(residual, da, problem_->work());
  return {};
}

Outcome CoupledSystem::factorize_all(HessianCorrection correction) {
  factorized_h_ = h_;
  for (Eigen::Index i = 0; i < s_; ++i) {
    matrices_[i].evaluate_stiffness(stages_[i]);
    matrices_[i].evaluate_damping(stages_[i]);
  }
  double mass_shift = 0;
  if (correction != HessianCorrection::none)
    if (auto outcome = correct(correction, mass_shift); !outcome.ok()) return outcome;
  terms_.clear();
  for (Eigen::Index i = 0; i < s_; ++i) {
    const Mat &K = matrices_[i].stiffness(), &D = matrices_[i].damping();
    terms_.push_back({&problem_->mass().matrix(), 1 + mass_shift, i * n_, i * n_});
    for (Eigen::Index j = 0; j < s_; ++j) {
      if (A_(i, j) != 0) terms_.push_back({&D, h_ * A_(i, j), i * n_, j * n_});
      if (A2_(i, j) != 0) terms_.push_back({&K, h_ * h_ * A2_(i, j), i * n_, j * n_});
    }
  }
  return solver_.factorize(sum_.assemble(s_ * n_, terms_), false, problem_->work());
}

Outcome CoupledSystem::correct(HessianCorrection correction, double& mass_shift) {
  for (Eigen::Index i = 0; i < s_; ++i) {
    if (!(A2_(i, i) > 0)) continue;
    const StageWeights own{1, h_ * A_(i, i), h_ * h_ * A2_(i, i)};
    if (auto outcome = matrices_[i].factorize(own, correction, stages_[i]); !outcome.ok())
      return outcome;
    mass_shift = std::max(mass_shift, matrices_[i].mass_shift());
  }
  return {};
}

double CoupledSystem::size(const Vec& da, const Vec& residual) {
  double squares = 0;
  const auto kinetic = [&](const Vec& v) { return weights_.dot(v.cwiseAbs2()); };
  for (Eigen::Index i = 0; i < s_; ++i) {
    dx_.setZero();
    dv_.setZero();
    for (Eigen::Index j = 0; j < s_; ++j) {
      dx_ += h_ * h_ * A2_(i, j) * part(da, j);
      dv_ += h_ * A_(i, j) * part(da, j);
    }
    // The residual is M da_i + K_i dx + D_i dv; subtracting M da_i gives the rest without a
    // product.
    f_ = part(da, i);
    problem_->mass().times(f_, product_);
    squares += kinetic(dv_) + std::abs(dx_.dot(part(residual, i) - product_));
  }
  dv_.setZero();  // with a singular A the step may see changes that the stages do not
  for (Eigen::Index j = 0; j < s_; ++j) dv_ += h_ * b_[j] * part(da, j);
  return std::sqrt(squares + kinetic(dv_));
}

double CoupledSystem::scale(const Vec&) const {
  double squares = 0;
  for (const State& stage : stages_) {
    squares += weights_.dot(stage.v.cwiseAbs2());
    squares += weights_.dot((stage.v - u_->v).cwiseAbs2());
  }
  return std::sqrt(squares);
}

double CoupledSystem::feasible_step(const Vec& da) {
  double most = 1;
  for (Eigen::Index i = 0; i < s_; ++i) {
    dx_.setZero();
    for (Eigen::Index j = 0; j < s_; ++j) dx_ += h_ * h_ * A2_(i, j) * part(da, j);
    most = std::min(most, problem_->feasible_step(stages_[i].x, dx_));
  }
  return most;
}

double CoupledSystem::residual_norm(const Vec& residual) const {
  double squares = 0;
  for (Eigen::Index i = 0; i < s_; ++i)
    squares += std::pow(dual_norm(part(residual, i), weights_), 2);
  return std::sqrt(squares);
}

double CoupledSystem::round_off(const Vec& a) {
  double squares = 0;
  for (Eigen::Index i = 0; i < s_; ++i) {
    // The terms of the stage may cancel where it is damped.
    size_x_ = u_->x.cwiseAbs() + h_ * std::abs(nodes_[i]) * u_->v.cwiseAbs();
    size_v_ = u_->v.cwiseAbs();
    for (Eigen::Index j = 0; j < s_; ++j) {
      size_x_ += h_ * h_ * std::abs(A2_(i, j)) * part(a, j).cwiseAbs();
      size_v_ += h_ * std::abs(A_(i, j)) * part(a, j).cwiseAbs();
    }
    f_ = part(a, i).cwiseAbs();
    (simplified_ ? shared_.matrix() : matrices_[i]).round_off(f_, size_x_, size_v_, product_);
    squares += std::pow(dual_norm(product_, weights_), 2);
  }
  return std::sqrt(squares);
}

double CoupledSystem::potential() const {
  double sum = 0;
  for (const State& stage : stages_) sum += problem_->potential(stage);
  return sum;
}

std::string CoupledSystem::where(int iteration, const Vec& residual) const {
  Eigen::Index worst = 0;
  double largest = -1;
  for (Eigen::Index i = 0; i < s_; ++i)
    if (const double r = dual_norm(part(residual, i), weights_); !(r <= largest)) {
      worst = i;
      largest = r;
      if (std::isnan(r)) break;
    }
  return fmt::format("at t = {:.6g}, stage {} of {}, iteration {}, residual {:.1e}",
                     stages_[worst].t, worst + 1, s_, iteration, largest);
}

void CoupledStages::check_options(const std::string& owner) const {
  const auto refuse = [&](std::string_view option, const std::string& value) {
    throw Error(fmt::format("integrator '{}': {} has no effect with newton=full, which factorizes "
                            "all stages at once",
                            owner, option),
                fmt::format("{}={}", option, value), "leave one of the two out");
  };
  if (newton == CoupledNewton::full && linear_solver != UpdateSolver::automatic)
    refuse("linear_solver", name_of(linear_solver));
  if (newton == CoupledNewton::full && preconditioner != Preconditioner::automatic)
    refuse("preconditioner", name_of(preconditioner));
  check_preconditioner(owner, preconditioner, linear_solver);
}

bool CoupledStages::simplifies(const CountedProblem& problem, const Eigen::MatrixXd& A) const {
  constexpr Eigen::Index least = 64;  // unknowns
  const bool is_symmetric = !problem.traits().varying_damping,
             transforms = SimplifiedNewton::transforms(A);
  if (newton == CoupledNewton::automatic)
    return is_symmetric && transforms && problem.dof() >= least;
  if (newton == CoupledNewton::simplified && !is_symmetric)
    throw Error("newton=simplified needs a symmetric K", "a damping that varies with the state",
                "take newton=full or auto");
  if (newton == CoupledNewton::simplified && !transforms)
    throw Error("newton=simplified needs a table with distinct eigenvalues other than 0", "others",
                "take newton=full or auto");
  return newton == CoupledNewton::simplified;
}

void CoupledStages::init(const CountedProblem& problem, double h, const Eigen::MatrixXd& A,
                         const Vec& b, const Vec& c) {
  const Eigen::Index s = A.rows();
  if (A.cols() != s || b.size() != s || c.size() != s || s == 0)
    throw Error("a Runge-Kutta table has an s x s matrix and s weights and nodes",
                fmt::format("{} x {}, {} and {}", s, A.cols(), b.size(), c.size()),
                "give all of one size");
  require_blocks_for(preconditioner, problem.block_size());
  h_ = h;
  b_ = b;
  position_weights_ = A.transpose() * b;
  rest_ = dense::least_squares(A.lazyProduct(A), A.rowwise().sum());
  simplified_ = simplifies(problem, A);
  iteration_.system.init(problem, h, A, b, c, simplified_, linear_solver, preconditioner);
  iteration_.init(s * problem.dof());
}

Outcome CoupledStages::solve(const State& u) {
  const Eigen::Index n = u.v.size();
  for (Eigen::Index i = 0; i < b_.size(); ++i)
    iteration_.a.segment(i * n, n) = -rest_[i] / h_ * u.v;
  iteration_.system.begin(u);
  return iteration_.solve(options);
}

Outcome CoupledStages::step(State& u) {
  const Eigen::Index s = b_.size(), n = u.v.size();
  const Vec& a = iteration_.a;
  iteration_.system.simplify(simplified_);
  Outcome outcome = solve(u);
  if (!outcome.ok() && simplified_ && newton == CoupledNewton::automatic) {
    iteration_.system.simplify(false);
    outcome = solve(u);
  }
  if (!outcome.ok()) return outcome;
  u.x += h_ * b_.sum() * u.v;
  for (Eigen::Index i = 0; i < s; ++i) {
    u.x += h_ * h_ * position_weights_[i] * a.segment(i * n, n);
    u.v += h_ * b_[i] * a.segment(i * n, n);
  }
  u.t += h_;
  return {};
}

}  // namespace stiffbench
