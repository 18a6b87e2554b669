#include "integrators/peers/sundials/sundials.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include <algorithm>
#include <map>
#include <new>
#include <utility>

namespace stiffbench {
namespace {

SundialsEquation& equation_of(void* self) { return *static_cast<SundialsEquation*>(self); }

/// Returns the handle that SUNDIALS has allocated; throws std::bad_alloc where it is null.
template <class Handle>
Handle not_null(Handle handle) {
  if (!handle) throw std::bad_alloc();
  return handle;
}

SUNContext make_context() {
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  return not_null(context);
}

/// SUNDIALS' default of 5 is for preconditioned systems; the others need more.
constexpr int most_basis_vectors = 30, most_preconditioned = 5;

/// The measures of all equations by their context, which SUNDIALS keeps in every vector: a norm
/// gets vectors alone.
std::map<SUNContext, EnergyMeasure*>& measures() {
  thread_local std::map<SUNContext, EnergyMeasure*> all;
  return all;
}

/// CVODE and ARKODE give these flags the same numbers (cvode.h, arkode.h).
constexpr int out_of_memory = -20, convergence_failure = -4, setup_failure = -6, solve_failure = -7;

}  // namespace

void SundialsSolver::check(const std::string& owner) const {
  if (iterates()) return;
  const std::string remedy = "leave it out, or give linear_solver=pcg or auto";
  if (preconditioner != Preconditioner::automatic)
    throw Error(
        owner + "preconditioner has an effect with conjugate gradients only",
        fmt::format("preconditioner={} and linear_solver={}", name_of(preconditioner), kind),
        remedy);
  if (forcing != SundialsSolver{}.forcing)
    throw Error(owner + "forcing has an effect with conjugate gradients only",
                fmt::format("forcing={} and linear_solver={}", forcing, kind), remedy);
}

SundialsEquation::SundialsEquation(const CountedProblem& problem)
    : system_(problem),
      context_(make_context()),
      y_(not_null(N_VNew_Serial(system_.size(), context()))) {}

SundialsEquation::~SundialsEquation() { measures().erase(context()); }

void SundialsEquation::measure_energy(const Tolerance& tolerance) {
  measure_.emplace(system_.problem(), tolerance);
  measures()[context()] = &*measure_;
  y()->ops->nvwrmsnorm = energy_norm;
}

double SundialsEquation::energy_norm(N_Vector y, N_Vector weights) {
  EnergyMeasure& measure = *measures().at(y->sunctx);
  return measure.norm(N_VGetArrayPointer(y)) * measure.scale_of(N_VGetArrayPointer(weights));
}

int SundialsEquation::weights(N_Vector y, N_Vector weights, void* self) {
  SundialsEquation& equation = equation_of(self);
  return equation.guard([&] {
    const double* at = N_VGetArrayPointer(y);
    equation.rate_.resize(static_cast<std::size_t>(equation.system_.size()));
    if (equation.measure_->needs_rate(at) &&
        !equation.system_.derivative(equation.loaded_t_, at, equation.rate_.data()))
      return -1;
    const double allowed = equation.measure_->allowed(at, equation.rate_.data());
    if (!(allowed > 0)) return -1;
    equation.measure_->fill_weights(allowed, N_VGetArrayPointer(weights));
    return 0;
  });
}

void SundialsEquation::split(FastSplit::Part part) { split_.emplace(system_.problem(), part); }

void SundialsEquation::make_linear_solver(const SundialsSolver& solver) {
  const std::string& kind = solver.kind;
  if (kind == "spgmr") {
    solver_.reset(not_null(SUNLinSol_SPGMR(y(), SUN_PREC_NONE, most_basis_vectors, context())));
    return;
  }
  if (kind == "spgmr_half_size") {
    make_matrix("half_size", solver);
    solver_.reset(not_null(SUNLinSol_SPGMR(y(), SUN_PREC_LEFT, most_preconditioned, context())));
    return;
  }
  make_matrix(kind, solver);
  // These are empty shells: newton_ holds the matrix and its factors.
  matrix_.reset(not_null(SUNMatNewEmpty(context())));
  matrix_->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  matrix_->ops->destroy = [](SUNMatrix shell) { SUNMatFreeEmpty(shell); };
  solver_.reset(not_null(SUNLinSolNewEmpty(context())));
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

void SundialsEquation::make_matrix(const std::string& kind, const SundialsSolver& solver) {
  newton_ = std::make_unique<NewtonMatrix>(system_, kind, solver.preconditioner, solver.forcing);
  if (split_) newton_->assign(system_.problem().linear_stiffness());
}

void SundialsEquation::load(const State& u) {
  loaded_t_ = u.t;
  system_.pack(u, N_VGetArrayPointer(y()));
}

long SundialsEquation::count(const SundialsTotals& now) {
  Work& work = system_.problem().work();
  work.newton_iterations += now.newton_iterations - totals_.newton_iterations;
  work.krylov_vectors += now.krylov_vectors - totals_.krylov_vectors;
  const long steps = now.steps - totals_.steps;
  totals_ = now;
  return steps;
}

/// The outcome of a failed call. SUNDIALS tries smaller steps before it gives up. The cause is then
/// a force that is not finite or a failed factorization, if the last one was either. If no step
/// passes the error test, SUNDIALS could not follow the solution.
Outcome SundialsEquation::failure(int flag, const std::string& text) const {
  if (!finite_) return {Status::diverged, text + " (the force is not finite)"};
  const bool newton = flag == convergence_failure || flag == setup_failure || flag == solve_failure;
  if (!newton) return {Status::diverged, text};
  if (outcome_.ok()) return {Status::newton_not_converged, text};
  return {outcome_.status, text + " (" + outcome_.reason + ")"};
}

Outcome SundialsEquation::finish(int flag, const char* name, double t, State& u) {
  if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
  const std::string text = std::string(name) + (message_.empty() ? "" : ": " + message_);
  message_.clear();
  if (flag == out_of_memory) throw std::bad_alloc();
  if (flag < 0) return failure(flag, text);
  const double* y = N_VGetArrayPointer(this->y());
  if (!Eigen::Map<const Vec>(y, system_.size()).allFinite())
    return {Status::diverged, fmt::format("the state is not finite after t = {}", u.t)};
  system_.unpack(t, y, u);
  last_ = u;
  return {};
}

void SundialsEquation::require(int flag, const char* what) const {
  if (flag == out_of_memory) throw std::bad_alloc();
  if (flag != 0)
    throw Error(std::string("SUNDIALS must accept ") + what,
                fmt::format("code {}{}", flag, message_.empty() ? "" : " (" + message_ + ")"),
                "report this: it is a defect");
}

/// Runs a callback of SUNDIALS. No exception may cross its C frames; finish() throws it later.
template <class Work>
int SundialsEquation::guard(Work&& work) {
  try {
    return work();
  } catch (...) {
    exception_ = std::current_exception();
    return -1;
  }
}

/// Runs a callback that evaluates F or a part of it, and records whether its numbers are finite.
template <class Part>
int SundialsEquation::evaluate(Part&& part) {
  return guard([&] {
    finite_ = part();
    return finite_ ? 0 : 1;  // a positive value asks SUNDIALS to try a smaller step
  });
}

int SundialsEquation::derivative(realtype t, N_Vector y, N_Vector dydt, void* self) {
  SundialsEquation& equation = equation_of(self);
  return equation.evaluate([&] {
    return equation.system_.derivative(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dydt));
  });
}

int SundialsEquation::fast_part(realtype, N_Vector y, N_Vector dydt, void* self) {
  SundialsEquation& equation = equation_of(self);
  return equation.evaluate(
      [&] { return equation.split_->fast_part(N_VGetArrayPointer(y), N_VGetArrayPointer(dydt)); });
}

int SundialsEquation::remaining_part(realtype t, N_Vector y, N_Vector dydt, void* self) {
  SundialsEquation& equation = equation_of(self);
  return equation.evaluate([&] {
    return equation.split_->remaining_part(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dydt));
  });
}

void SundialsEquation::linearize(realtype t, N_Vector y) {
  if (split_) return;
  system_.unpack(t, N_VGetArrayPointer(y), at_);
  newton_->evaluate(at_);
}

int SundialsEquation::jacobian_times(N_Vector w, N_Vector Jw, realtype t, N_Vector y, N_Vector,
                                     void* self, N_Vector) {
  SundialsEquation& equation = equation_of(self);
  if (equation.split_) return fast_part(t, w, Jw, self);
  return equation.guard([&] {
    equation.system_.unpack(t, N_VGetArrayPointer(y), equation.at_);
    equation.system_.jacobian_times(equation.at_, N_VGetArrayPointer(w), N_VGetArrayPointer(Jw));
    return 0;
  });
}

int SundialsEquation::newton_matrix(realtype t, N_Vector y, N_Vector, SUNMatrix, booleantype keep,
                                    booleantype* renewed, realtype gamma, void* self, N_Vector,
                                    N_Vector, N_Vector) {
  SundialsEquation& equation = equation_of(self);
  return equation.guard([&] {
    *renewed = !keep;
    equation.gamma_ = gamma;
    if (!keep) equation.linearize(t, y);
    return 0;
  });
}

int SundialsEquation::factorize_newton(double gamma) {
  // SUNDIALS asks for a new set-up after some steps; the matrix of a linear part is then the same.
  if (split_ && gamma == factorized_gamma_) return 0;
  outcome_ = newton_->factorize(gamma);
  factorized_gamma_ = outcome_.ok() ? gamma : 0;
  return outcome_.ok() ? 0 : 1;
}

int SundialsEquation::factorize(SUNLinearSolver solver, SUNMatrix) {
  SundialsEquation& equation = equation_of(solver->content);
  return equation.guard([&] { return equation.factorize_newton(equation.gamma_); });
}

int SundialsEquation::solve(SUNLinearSolver solver, SUNMatrix, N_Vector z, N_Vector b, realtype) {
  return equation_of(solver->content).solve_newton(b, z);
}

int SundialsEquation::solve_newton(N_Vector b, N_Vector z) {
  return guard([&] {
    outcome_ = newton_->solve(N_VGetArrayPointer(b), N_VGetArrayPointer(z));
    return outcome_.ok() ? 0 : 1;
  });
}

int SundialsEquation::prepare_preconditioner(realtype t, N_Vector y, N_Vector, booleantype keep,
                                             booleantype* renewed, realtype gamma, void* self) {
  SundialsEquation& equation = equation_of(self);
  return equation.guard([&] {
    *renewed = !keep;
    if (!keep) equation.linearize(t, y);
    return equation.factorize_newton(gamma);
  });
}

int SundialsEquation::precondition(realtype, N_Vector, N_Vector, N_Vector b, N_Vector z, realtype,
                                   realtype, int, void* self) {
  return equation_of(self).solve_newton(b, z);
}

void SundialsEquation::remember(int, const char*, const char*, char* message, void* self) {
  std::string& text = equation_of(self).message_;
  text = message;
  std::replace(text.begin(), text.end(), '\n', ' ');
}

}  // namespace stiffbench
