#include "integrators/peers/petsc/petsc.hpp"

#include "base/error.hpp"
#include "integrators/peers/first_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

namespace stiffbench {
namespace {

/// The text of PETSc's last error. PETSc has one error handler per process.
std::string message;

PetscErrorCode remember(MPI_Comm, int, const char*, const char*, PetscErrorCode code,
                        PetscErrorType type, const char* text, void*) {
  if (type == PETSC_ERROR_INITIAL) {
    message = text ? text : "";
    std::replace(message.begin(), message.end(), '\n', ' ');
  }
  return code;
}

/// Starts PETSc, and ends it with the process.
class Library {
 public:
  Library() {
    // Open MPI would start a daemon for each process, and leave its folders behind where a process
    // exits without finalizing it, as runs do.
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    setenv("OMPI_MCA_orte_create_session_dirs", "0", 0);
    setenv("OMPI_MCA_btl", "self", 0);
    // Open MPI's hwloc would print a line where a container has no /sys.
    setenv("HWLOC_HIDE_ERRORS", "2", 0);
    unsetenv("PETSC_OPTIONS");
    unsetenv("PETSC_OPTIONS_YAML");
    char program[] = "stiffbench", no_file[] = "-skip_petscrc", no_signals[] = "-no_signal_handler";
    char* words[] = {program, no_file, no_signals, nullptr};
    char** arguments = words;
    int count = 3;
    require_petsc(PetscInitialize(&count, &arguments, nullptr, nullptr), "its start");
    require_petsc(PetscPushErrorHandler(remember, nullptr), "an error handler");
  }
  ~Library() { PetscFinalize(); }
};

/// The largest number of attempts at one chosen step. PETSc's ten do not suffice where a first
/// guess is far too long.
constexpr PetscInt most_rejections = 60;
/// PETSc's default of 50 is for iterations of first order.
constexpr PetscInt most_newton_iterations = 20;

double least_step(double t) { return 16 * std::numeric_limits<double>::epsilon() * std::abs(t); }

SNES snes_of(TS ts) {
  SNES snes = nullptr;
  require_petsc(TSGetSNES(ts, &snes), "to tell its SNES");
  return snes;
}

/// Makes the next attempt at a step begin with a new matrix. TSROSW (3.18) computes a matrix only
/// for the first stage, and would otherwise go on with the matrix and the step size of the failed
/// attempt.
PetscErrorCode renew_after_failure(TS ts) {
  SNES snes = nullptr;
  PetscCall(TSGetSNES(ts, &snes));
  return SNESSetLagJacobian(snes, 1);
}

}  // namespace

void initialize_petsc() { static const Library library; }

void require_petsc(PetscErrorCode code, const char* what) {
  if (code == PETSC_ERR_MEM) throw std::bad_alloc();
  if (code)
    throw Error(
        std::string("PETSc must accept ") + what,
        fmt::format("its error {}{}", int(code), message.empty() ? "" : " (" + message + ")"),
        "report this: it is a defect");
}

PetscPointer<::Vec> make_petsc_vector(Eigen::Index size) {
  ::Vec vector = nullptr;
  require_petsc(VecCreateSeq(PETSC_COMM_SELF, static_cast<PetscInt>(size), &vector), "a vector");
  return PetscPointer<::Vec>(vector);
}

const double* numbers_of(::Vec vector) {
  const double* numbers = nullptr;
  require_petsc(VecGetArrayRead(vector, &numbers), "a vector that is read");
  const double* stay = numbers;  // points into the vector
  require_petsc(VecRestoreArrayRead(vector, &numbers), "a vector that was read");
  return stay;
}

PetscSession::PetscSession(const CountedProblem& problem, const PetscTsOptions& options,
                           TSType type, Eigen::Index unknowns, PetscSystems systems)
    : problem_(problem), options_(options), newton_(systems == PetscSystems::nonlinear) {
  TS ts = nullptr;
  require_petsc(TSCreate(PETSC_COMM_SELF, &ts), "a TS");
  ts_.reset(ts);
  require_petsc(TSSetApplicationContext(ts, this), "a context");
  require_petsc(TSSetType(ts, type), "the method");
  set_solver(systems, unknowns);
  set_steps();
}

void PetscSession::set_solver(PetscSystems systems, Eigen::Index unknowns) {
  const auto n = static_cast<PetscInt>(unknowns);
  ::Mat matrix = nullptr;
  require_petsc(MatCreateShell(PETSC_COMM_SELF, n, n, n, n, this, &matrix), "a matrix");
  matrix_.reset(matrix);
  const SNES snes = snes_of(ts());
  const bool newton = systems == PetscSystems::nonlinear;
  require_petsc(SNESSetType(snes, newton ? SNESNEWTONLS : SNESKSPONLY), "a SNES");
  if (newton) {
    const double tolerance = options_.newton_tolerance;
    require_petsc(
        SNESSetTolerances(snes, 0, tolerance, tolerance, most_newton_iterations, PETSC_DEFAULT),
        "Newton's tolerances");
    SNESLineSearch search = nullptr;
    require_petsc(SNESGetLineSearch(snes, &search), "to tell its line search");
    require_petsc(SNESLineSearchSetType(search, SNESLINESEARCHBASIC), "full steps");
  }
  KSP ksp = nullptr;
  PC pc = nullptr;
  require_petsc(SNESGetKSP(snes, &ksp), "to tell its KSP");
  require_petsc(KSPSetType(ksp, KSPPREONLY), "one application");
  require_petsc(KSPGetPC(ksp, &pc), "to tell its PC");
  require_petsc(PCSetType(pc, PCSHELL), "the solver");
  require_petsc(PCShellSetContext(pc, this), "the solver's context");
  require_petsc(PCShellSetSetUp(pc, set_up), "the factorization");
  require_petsc(PCShellSetApply(pc, apply), "the solution");
}

void PetscSession::set_steps() {
  TSAdapt adapt = nullptr;
  require_petsc(TSGetAdapt(ts(), &adapt), "to tell its TSAdapt");
  require_petsc(TSAdaptSetType(adapt, options_.adaptive ? TSADAPTBASIC : TSADAPTNONE),
                "the control of steps");
  const Tolerance& tolerance = options_.tolerance;
  require_petsc(TSSetTolerances(ts(), tolerance.absolute(), nullptr, tolerance.rtol, nullptr),
                "the tolerances");
  require_petsc(TSSetMaxStepRejections(ts(), options_.adaptive ? most_rejections : 0),
                "a number of rejections");
  require_petsc(TSSetMaxSNESFailures(ts(), options_.adaptive ? -1 : 1), "a number of failures");
  require_petsc(TSSetFunctionDomainError(ts(), in_domain), "a check of stages");
  require_petsc(TSSetErrorIfStepFails(ts(), PETSC_FALSE), "steps that fail");
  require_petsc(TSSetExactFinalTime(ts(), TS_EXACTFINALTIME_STEPOVER), "the end of steps");
}

void PetscSession::renew_matrix() {
  require_petsc(MatAssemblyBegin(matrix(), MAT_FINAL_ASSEMBLY), "a new matrix");
  require_petsc(MatAssemblyEnd(matrix(), MAT_FINAL_ASSEMBLY), "a new matrix");
}

void PetscSession::begin(const State& u, double h) {
  load(u);
  require_petsc(TSSetTime(ts(), u.t), "a time");
  require_petsc(TSRestartStep(ts()), "a new start");
  next_h_ = 1e-3 * h;  // a first guess; the control makes it up to ten times as long in a step
}

Outcome PetscSession::advance(State& u, double h, long& steps) {
  if (!same_state(u, last_)) begin(u, h);
  const double end = u.t + h;
  require_petsc(TSSetMaxTime(ts(), end), "an end");
  TSAdapt adapt = nullptr;
  require_petsc(TSGetAdapt(ts(), &adapt), "to tell its TSAdapt");
  if (options_.adaptive)
    require_petsc(TSAdaptSetStepLimits(adapt, least_step(end), PETSC_MAX_REAL), "a least step");
  for (double t = u.t; t < end; ++steps)
    if (Outcome outcome = inner_step(t, end, h); !outcome.ok()) return outcome;
  State next;
  read(next);
  if (!next.x.allFinite() || !next.v.allFinite())
    return {Status::diverged, fmt::format("the state is not finite after t = {}", u.t)};
  u.t = end;
  u.x = next.x;
  u.v = next.v;
  last_ = u;
  return {};
}

/// Advances t by one PETSc step, which ends at `end` at the latest.
Outcome PetscSession::inner_step(double& t, double end, double h) {
  const bool fixed = !options_.adaptive;
  const bool last = fixed || 1.01 * next_h_ >= end - t;  // avoids a remainder of a hundredth
  const double length = fixed ? h : last ? end - t : next_h_;
  require_petsc(TSSetTimeStep(ts(), length), "the size of a step");
  finite_ = explicit_finite_ = stage_finite_ = true;
  outcome_ = {};
  message.clear();
  const PetscErrorCode code = TSStep(ts());
  if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
  if (Outcome outcome = outcome_of(code); !outcome.ok()) return outcome;
  double reached = 0, proposed = 0;
  require_petsc(TSGetTime(ts(), &reached), "to tell the time");
  require_petsc(TSGetTimeStep(ts(), &proposed), "to tell the next step");
  if (last && reached == t + length) {
    next_h_ = std::max(next_h_, proposed);  // a step that was cut does not forbid longer ones
    t = end;
    require_petsc(TSSetTime(ts(), end), "a time");
    return {};
  }
  if (reached - t <= 2 * least_step(end))
    return {Status::diverged, fmt::format("no step however small meets rtol = {} at t = {}",
                                          options_.tolerance.rtol, t)};
  next_h_ = proposed;
  t = reached;
  return {};
}

/// The outcome of a step. The cause of a failure is a force that is not finite, or else the last
/// factorization if it failed, or else Newton's iteration.
Outcome PetscSession::outcome_of(PetscErrorCode code) const {
  if (code == PETSC_ERR_MEM) throw std::bad_alloc();
  TSConvergedReason reason = TS_CONVERGED_ITERATING;
  require_petsc(TSGetConvergedReason(ts(), &reason), "to tell its reason");
  if (!code && reason >= 0) return {};
  const std::string text = code ? message : TSConvergedReasons[reason];
  if (!forces_finite()) return {Status::diverged, text + " (the force is not finite)"};
  if (code == PETSC_ERR_FP) return {Status::diverged, text};
  require_petsc(code, "a step");
  if (!outcome_.ok()) return {outcome_.status, text + " (" + outcome_.reason + ")"};
  SNESConvergedReason newton = SNES_CONVERGED_ITERATING;
  require_petsc(SNESGetConvergedReason(snes_of(ts()), &newton), "to tell its reason");
  if (newton >= 0) return {Status::diverged, text};
  return {Status::newton_not_converged, text + " (" + SNESConvergedReasons[newton] + ")"};
}

PetscErrorCode PetscSession::set_up(PC pc) {
  PetscSession* self = nullptr;
  PetscCall(PCShellGetContext(pc, &self));
  PetscCall(self->guard([&] { self->outcome_ = self->factorize(); }));
  if (!self->outcome_.ok()) PetscCall(renew_after_failure(self->ts()));
  return PCSetFailedReason(pc, self->outcome_.ok() ? PC_NOERROR : PC_FACTOR_NUMERIC_ZEROPIVOT);
}

PetscErrorCode PetscSession::apply(PC pc, ::Vec b, ::Vec z) {
  PetscSession* self = nullptr;
  PetscCall(PCShellGetContext(pc, &self));
  if (!self->outcome_.ok()) return VecSet(z, 0);  // PETSc checks the set-up only later
  return self->guard([&] {
    if (self->newton_) ++self->problem_.work().newton_iterations;
    fill_petsc(z, [&](double* numbers) { self->solve(numbers_of(b), numbers); });
  });
}

PetscErrorCode PetscSession::in_domain(TS ts, PetscReal, ::Vec, PetscBool* accept) {
  PetscSession* self = nullptr;
  PetscCall(TSGetApplicationContext(ts, &self));
  self->stage_finite_ = self->finite_ && self->explicit_finite_;
  self->explicit_finite_ = true;
  *accept = self->stage_finite_ ? PETSC_TRUE : PETSC_FALSE;
  return self->stage_finite_ ? 0 : renew_after_failure(ts);
}

}  // namespace stiffbench
