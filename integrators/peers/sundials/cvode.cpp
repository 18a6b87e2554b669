#include "integrators/peers/sundials/cvode.hpp"

#include <cvode/cvode.h>

#include <cstdlib>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

namespace stiffbench {

void CvodeSession::Free::operator()(void* memory) const { CVodeFree(&memory); }

CvodeSession::CvodeSession(const CountedProblem& problem, const CvodeOptions& options,
                           const State& start, double h)
    : tolerance_(options.tolerance),
      problem_(&problem),
      equation_(problem),
      memory_(CVodeCreate(options.method, equation_.context())) {
  void* memory = memory_.get();
  if (!memory) throw std::bad_alloc();
  equation_.require(CVodeSetErrHandlerFn(memory, SundialsEquation::remember, &equation_),
                    "an error handler");
  equation_.load(start);
  if (options.tolerance.is_energy()) equation_.measure_energy(options.tolerance);
  equation_.require(CVodeInit(memory, SundialsEquation::derivative, start.t, equation_.y()),
                    "the start");
  equation_.require(CVodeSetUserData(memory, &equation_), "user data");
  equation_.require(
      options.tolerance.is_energy()
          ? CVodeWFtolerances(memory, SundialsEquation::weights)
          : CVodeSStolerances(memory, options.tolerance.rtol, options.tolerance.absolute()),
      "the tolerances");
  choose_first_step(start, h);
  equation_.require(CVodeSetMaxNumSteps(memory, -1), "unlimited steps");
  equation_.require(CVodeSetMaxHnilWarns(memory, -1), "no warnings");
  equation_.require(CVodeSetMaxOrd(memory, options.max_order), "the largest order");
  if (options.solver)
    use_newton(*options.solver);
  else
    use_fixed_point();
}

void CvodeSession::choose_first_step(const State& u, double h) {
  constexpr int order_of_error = 2;  // of both families' first step
  if (const auto size = tolerance_.first_size(*problem_, order_of_error, u, h))
    equation_.require(CVodeSetInitStep(memory_.get(), *size), "a first step");
}

void CvodeSession::use_fixed_point() {
  fixed_point_.reset(SUNNonlinSol_FixedPoint(equation_.y(), 0, equation_.context()));
  if (!fixed_point_) throw std::bad_alloc();
  equation_.require(CVodeSetNonlinearSolver(memory_.get(), fixed_point_.get()),
                    "fixed-point iteration");
}

void CvodeSession::use_newton(const SundialsSolver& solver) {
  void* memory = memory_.get();
  equation_.require(CVodeSetNonlinConvCoef(memory, solver.newton_coefficient),
                    "the end of Newton's iteration");
  equation_.make_linear_solver(solver);
  equation_.require(CVodeSetLinearSolver(memory, equation_.linear_solver(), equation_.matrix()),
                    "the linear solver");
  if (equation_.measures_energy())
    equation_.require(CVodeSetLSNormFactor(memory, 1), "the norm of GMRES");
  if (equation_.matrix())
    equation_.require(CVodeSetLinSysFn(memory, SundialsEquation::newton_matrix),
                      "the Newton matrix");
  else
    equation_.require(CVodeSetJacTimes(memory, nullptr, SundialsEquation::jacobian_times),
                      "Jacobian products");
  if (equation_.preconditioned())
    equation_.require(CVodeSetPreconditioner(memory, SundialsEquation::prepare_preconditioner,
                                             SundialsEquation::precondition),
                      "a preconditioner");
}

SundialsTotals CvodeSession::totals() const {
  SundialsTotals now;
  void* memory = memory_.get();
  CVodeGetNumSteps(memory, &now.steps);
  if (!fixed_point_) {
    CVodeGetNumNonlinSolvIters(memory, &now.newton_iterations);
    CVodeGetNumLinIters(memory, &now.krylov_vectors);
  }
  return now;
}

Outcome CvodeSession::advance(State& u, double h, long& steps) {
  void* memory = memory_.get();
  if (!equation_.follows(u)) {
    equation_.load(u);
    equation_.require(CVodeReInit(memory, u.t, equation_.y()), "a new start");
    choose_first_step(u, h);
    equation_.forget_totals();
  }
  const double end = u.t + h;
  equation_.require(CVodeSetStopTime(memory, end), "a stop time");
  equation_.require(CVodeSetMinStep(memory, SundialsEquation::least_step(end)), "a least step");
  double reached = u.t;
  const int flag = CVode(memory, end, equation_.y(), &reached, CV_NORMAL);
  steps += equation_.count(totals());
  const std::unique_ptr<char, decltype(&std::free)> name(CVodeGetReturnFlagName(flag), std::free);
  return equation_.finish(flag, name.get(), end, u);
}

}  // namespace stiffbench
