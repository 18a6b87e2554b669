#include "integrators/peers/sundials/sundials.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include <algorithm>
#include <new>
#include <utility>

namespace stiffbench {
namespace {

SundialsEquation& equation_of(void* self) { return *static_cast<SundialsEquation*>(self); }

template <class Handle>
Handle made(Handle handle) {
  if (!handle) throw std::bad_alloc();
  return handle;
}

SUNContext make_context() {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  return made(context);
}

/// SUNDIALS' default of 5 is for preconditioned systems; these are not.
constexpr int most_basis_vectors = 30;

/// CVODE and ARKODE number these flags alike (cvode.h, arkode.h).
constexpr int out_of_memory = -20, convergence_failure = -4, setup_failure = -6, solve_failure = -7;

}  // namespace

SundialsEquation::SundialsEquation(const CountedProblem& problem)
    : system_(problem),
      context_(make_context()),
      y_(made(N_VNew_Serial(system_.size(), context()))) {}

void SundialsEquation::make_linear_solver(const std::string& kind) {
  if (kind == "spgmr") {
    solver_.reset(made(SUNLinSol_SPGMR(y(), SUN_PREC_NONE, most_basis_vectors, context())));
    return;
  }
  newton_ = std::make_unique<NewtonMatrix>(system_, kind);
  // Empty shells: the matrix and its factors live in newton_.
  matrix_.reset(made(SUNMatNewEmpty(context())));
  matrix_->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  matrix_->ops->destroy = [](SUNMatrix shell) { SUNMatFreeEmpty(shell); };
  solver_.reset(made(SUNLinSolNewEmpty(context())));
  solver_->content = this;
  solver_->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
  solver_->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
  solver_->ops->setup = factorize;
  solver_->ops->solve = solve;
  solver_->ops->free = [](SUNLinearSolver shell) {
    SUNLinSolFreeEmpty(shell);
    return 0;
  };
}

bool SundialsEquation::follows(const State& u) const {
  return left_.x.size() == u.x.size() && left_.t == u.t && left_.x == u.x && left_.v == u.v;
}

void SundialsEquation::load(const State& u) { system_.pack(u, N_VGetArrayPointer(y())); }

long SundialsEquation::count(const SundialsTotals& now) {
  Work& work = system_.problem().work();
  work.newton_iterations += now.newton_iterations - counted_.newton_iterations;
  work.krylov_vectors += now.krylov_vectors - counted_.krylov_vectors;
  const long steps = now.steps - counted_.steps;
  counted_ = now;
  return steps;
}

/// SUNDIALS asks for smaller steps before it gives up. What ended it is then a force that is not
/// finite, or the last factorization, where either failed. An error test that no step passes is a
/// solution that it could not follow.
Outcome SundialsEquation::failure(int flag, const std::string& text) const {
  if (!finite_) return {Status::diverged, text + " (the force is not finite)"};
  const bool newton = flag == convergence_failure || flag == setup_failure || flag == solve_failure;
  if (!newton) return {Status::diverged, text};
  if (factorized_.ok()) return {Status::newton_failed, text};
  return {factorized_.status, text + " (" + factorized_.reason + ")"};
}

Outcome SundialsEquation::finish(int flag, const char* name, double t, State& u) {
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  const std::string text = std::string(name) + (message_.empty() ? "" : ": " + message_);
  message_.clear();
  if (flag == out_of_memory) throw std::bad_alloc();
  if (flag < 0) return failure(flag, text);
  const double* y = N_VGetArrayPointer(this->y());
  if (!Eigen::Map<const Vec>(y, system_.size()).allFinite())
    return {Status::diverged, fmt::format("the state is not finite after t = {}", u.t)};
  system_.unpack(t, y, u);
  left_ = u;
  return {};
}

void SundialsEquation::require(int flag, const char* what) const {
  if (flag == out_of_memory) throw std::bad_alloc();
  if (flag != 0)
    throw Error(std::string("SUNDIALS must accept ") + what,
                "code " + std::to_string(flag) + (message_.empty() ? "" : " (" + message_ + ")"),
                "report this: it is a defect");
}

/// No exception may cross SUNDIALS' frames of C: it waits for finish().
template <class Work>
int SundialsEquation::guarded(Work&& work) {
  try {
    return work();
  } catch (...) {
    thrown_ = std::current_exception();
    return -1;
  }
}

int SundialsEquation::derivative(realtype t, N_Vector y, N_Vector dydt, void* self) {
  SundialsEquation& equation = equation_of(self);
  return equation.guarded([&] {
    equation.finite_ =
        equation.system_.derivative(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dydt));
    return equation.finite_ ? 0 : 1;  // a positive value asks SUNDIALS to try a smaller step
  });
}

int SundialsEquation::jacobian_times(N_Vector w, N_Vector Jw, realtype t, N_Vector y, N_Vector,
                                     void* self, N_Vector) {
  SundialsEquation& equation = equation_of(self);
  return equation.guarded([&] {
    equation.system_.unpack(t, N_VGetArrayPointer(y), equation.at_);
    equation.system_.jacobian_times(equation.at_, N_VGetArrayPointer(w), N_VGetArrayPointer(Jw));
    return 0;
  });
}

int SundialsEquation::newton_matrix(double t, N_Vector y, bool keep, bool& renewed, double gamma) {
  return guarded([&] {
    renewed = !keep;
    gamma_ = gamma;
    if (keep) return 0;
    system_.unpack(t, N_VGetArrayPointer(y), at_);
    newton_->evaluate(at_);
    return 0;
  });
}

int SundialsEquation::factorize(SUNLinearSolver solver, SUNMatrix) {
  SundialsEquation& equation = equation_of(solver->content);
  return equation.guarded([&] {
    equation.factorized_ = equation.newton_->factorize(equation.gamma_);
    return equation.factorized_.ok() ? 0 : 1;
  });
}

int SundialsEquation::solve(SUNLinearSolver solver, SUNMatrix, N_Vector z, N_Vector b, realtype) {
  SundialsEquation& equation = equation_of(solver->content);
  return equation.guarded([&] {
    equation.newton_->solve(N_VGetArrayPointer(b), N_VGetArrayPointer(z));
    return 0;
  });
}

void SundialsEquation::remember(int, const char*, const char*, char* message, void* self) {
  std::string& kept = equation_of(self).message_;
  kept = message;
  std::replace(kept.begin(), kept.end(), '\n', ' ');
}

}  // namespace stiffbench
