#include "integrators/peers/sundials/arkode.hpp"

#include "base/error.hpp"

#include <arkode/arkode_arkstep.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace stiffbench {
namespace {

/// The two functions of ARKStep, of which one may be null.
struct Functions {
  ARKRhsFn explicit_part, implicit_part;
};
Functions functions_of(ImplicitPart implicit) {
  switch (implicit) {
    case ImplicitPart::none:
      return {SundialsEquation::derivative, nullptr};
    case ImplicitPart::linear:
      return {SundialsEquation::remaining_part, SundialsEquation::fast_part};
    case ImplicitPart::all:
      break;
  }
  return {nullptr, SundialsEquation::derivative};
}

/// The explicit table of the additive pair whose implicit table is this one.
std::string explicit_partner(std::string table) {
  return table.replace(table.find("DIRK"), 4, "ERK");
}

}  // namespace

Rule order_rule(std::vector<long> orders) {
  std::string text = "one of";
  for (long order : orders) text += fmt::format(" {}", order);
  return {text, [orders = std::move(orders)](const Value& value) {
            return std::find(orders.begin(), orders.end(), std::get<long>(value)) != orders.end();
          }};
}

void check_table(const std::string& owner, const std::string& table, int order, int usual) {
  if (table != "by_order" && order != usual)
    throw Error(owner + "a table has an order of its own",
                fmt::format("table={} and order={}", table, order), "leave one out");
}

void ArkodeOptions::check() const {
  const ArkodeOptions usual{.name = name, .implicit = implicit};
  const std::string owner = "integrator '" + name + "': ";
  check_table(owner, table, order, usual.order);
  if (newton_tolerance != usual.newton_tolerance && is_linear())
    throw Error(
        owner + "newton_tolerance has an effect only with solvers that iterate",
        fmt::format("newton_tolerance={} and linear_solver={}", newton_tolerance, solver.kind),
        "leave it out, or give linear_solver=auto, pcg, spgmr or spgmr_half_size");
  if (adaptive && newton_tolerance != usual.newton_tolerance)
    throw Error(owner + "newton_tolerance has an effect only with fixed steps",
                fmt::format("newton_tolerance={}", newton_tolerance),
                "leave it out, or give adaptive=false");
  if (!(adaptive && uses_newton()) && solver.newton_coefficient != usual.solver.newton_coefficient)
    throw Error(owner +
                    "newton_coefficient has an effect only where steps are chosen and Newton's "
                    "iteration solves",
                fmt::format("newton_coefficient={}, adaptive={} and linear_solver={}",
                            solver.newton_coefficient, adaptive, solver.kind),
                is_linear() ? "leave it out, or give linear_solver=auto or pcg"
                            : "leave it out, or give newton_tolerance");
  adaptive ? tolerance.check(owner) : tolerance.check_unused(owner);
  solver.check(owner);
}

int ArkodeOptions::declared_order() const {
  if (table == "by_order") return order;
  ARKodeButcherTable loaded = implicit == ImplicitPart::none
                                  ? ARKodeButcherTable_LoadERKByName(table.c_str())
                                  : ARKodeButcherTable_LoadDIRKByName(table.c_str());
  const int q = loaded->q;
  ARKodeButcherTable_Free(loaded);
  return q;
}

Facts arkode_facts(const char* name, const char* title) {
  return {.name = name,
          .title = title,
          .doi = "10.1145/3594632",
          .family = Family::peer,
          .stages = 0,
          .library = "SUNDIALS ARKODE"};
}

void FreeArkStep::operator()(void* memory) const { ARKStepFree(&memory); }

ArkStepMemory make_arkstep(SundialsEquation& equation, ArkFunction explicit_part,
                           ArkFunction implicit_part, double t) {
  ArkStepMemory owner(
      ARKStepCreate(explicit_part, implicit_part, t, equation.y(), equation.context()));
  void* memory = owner.get();
  if (!memory) throw std::bad_alloc();
  equation.require(ARKStepSetErrHandlerFn(memory, SundialsEquation::remember, &equation),
                   "an error handler");
  equation.require(ARKStepSetUserData(memory, &equation), "user data");
  equation.require(ARKStepSetMaxNumSteps(memory, -1), "unlimited steps");
  equation.require(ARKStepSetMaxHnilWarns(memory, -1), "no warnings");
  equation.require(ARKStepSetInterpolantType(memory, ARK_INTERP_LAGRANGE), "the interpolant");
  return owner;
}

ArkodeSession::ArkodeSession(const CountedProblem& problem, const ArkodeOptions& options,
                             const State& start, double h)
    : options_(options), problem_(&problem), adaptive_(options.adaptive), equation_(problem) {
  equation_.load(start);
  if (options.implicit == ImplicitPart::linear) equation_.split(FastSplit::Part::linear);
  if (adaptive_ && options.tolerance.is_energy()) equation_.measure_energy(options.tolerance);
  const auto [explicit_part, implicit_part] = functions_of(options.implicit);
  memory_ = make_arkstep(equation_, explicit_part, implicit_part, start.t);
  choose_table(options);
  choose_steps(options, h);
  choose_first_step(start, h);
  if (implicit_part) use_solver(options.solver);
}

void ArkodeSession::choose_table(const ArkodeOptions& options) {
  void* memory = memory_.get();
  if (options.table == "by_order") {
    equation_.require(ARKStepSetOrder(memory, options.order), "the order");
    return;
  }
  std::string explicit_table = options.table, implicit_table = options.table;
  if (options.implicit == ImplicitPart::none) implicit_table = "ARKODE_DIRK_NONE";
  if (options.implicit == ImplicitPart::all) explicit_table = "ARKODE_ERK_NONE";
  if (options.implicit == ImplicitPart::linear) explicit_table = explicit_partner(options.table);
  equation_.require(ARKStepSetTableName(memory, implicit_table.c_str(), explicit_table.c_str()),
                    "the table");
}

void ArkodeSession::choose_steps(const ArkodeOptions& options, double h) {
  void* memory = memory_.get();
  Tolerance tolerance = options.tolerance;
  if (!adaptive_) {
    equation_.require(ARKStepSetFixedStep(memory, h), "fixed steps");
    tolerance = {.rtol = options.newton_tolerance};  // now it only weights Newton's updates
    // ARKODE's three iterations suffice only where the step may be reduced.
    if (options.uses_newton())
      equation_.require(ARKStepSetMaxNonlinIters(memory, 20), "a number of Newton iterations");
  }
  equation_.require(adaptive_ && options.tolerance.is_energy()
                        ? ARKStepWFtolerances(memory, SundialsEquation::weights)
                        : ARKStepSStolerances(memory, tolerance.rtol, tolerance.absolute()),
                    "the tolerances");
}

void ArkodeSession::choose_first_step(const State& u, double h) {
  if (!adaptive_) return;
  // The embedded method of an order-q table has the order q - 1.
  if (const auto size = options_.tolerance.first_size(*problem_, options_.declared_order(), u, h))
    equation_.require(ARKStepSetInitStep(memory_.get(), *size), "a first step");
}

void ArkodeSession::use_solver(const SundialsSolver& solver) {
  void* memory = memory_.get();
  equation_.make_linear_solver(solver);
  equation_.require(ARKStepSetLinearSolver(memory, equation_.linear_solver(), equation_.matrix()),
                    "the linear solver");
  if (equation_.measures_energy())
    equation_.require(ARKStepSetLSNormFactor(memory, 1), "the norm of GMRES");
  // A stage then takes one solve, and the matrix changes with the step size alone.
  if (options_.is_linear()) equation_.require(ARKStepSetLinear(memory, 0), "a linear part");
  equation_.require(ARKStepSetNonlinConvCoef(memory, solver.newton_coefficient),
                    "the end of Newton's iteration");
  // ARKODE keeps its estimate of Newton's convergence rate over the steps and lets it fall by a
  // factor of 0.3 per iteration. On nearly linear problems it reaches zero; one iteration is then
  // accepted with a matrix of another gamma, which causes an error of 4e-5 on forced_oscillator at
  // rtol = 1e-8. Therefore the rate must not fall.
  equation_.require(ARKStepSetNonlinCRDown(memory, 1), "a rate that does not fall");
  const auto without_mass = [](realtype t, N_Vector y, N_Vector dydt, SUNMatrix A, SUNMatrix,
                               booleantype keep, booleantype* renewed, realtype gamma, void* self,
                               N_Vector a, N_Vector b, N_Vector c) {
    return SundialsEquation::newton_matrix(t, y, dydt, A, keep, renewed, gamma, self, a, b, c);
  };
  if (equation_.matrix())
    equation_.require(ARKStepSetLinSysFn(memory, without_mass), "the Newton matrix");
  else
    equation_.require(ARKStepSetJacTimes(memory, nullptr, SundialsEquation::jacobian_times),
                      "Jacobian products");
  if (equation_.preconditioned())
    equation_.require(ARKStepSetPreconditioner(memory, SundialsEquation::prepare_preconditioner,
                                               SundialsEquation::precondition),
                      "a preconditioner");
}

SundialsTotals ArkodeSession::totals() const {
  SundialsTotals now;
  void* memory = memory_.get();
  ARKStepGetNumSteps(memory, &now.steps);
  if (options_.uses_newton()) ARKStepGetNumNonlinSolvIters(memory, &now.newton_iterations);
  if (options_.implicit != ImplicitPart::none) ARKStepGetNumLinIters(memory, &now.krylov_vectors);
  return now;
}

Outcome ArkodeSession::advance(State& u, double h, long& steps) {
  void* memory = memory_.get();
  if (!equation_.follows(u)) {
    equation_.load(u);
    equation_.require(ARKStepReset(memory, u.t, equation_.y()), "a new start");
    choose_first_step(u, h);
  }
  const double end = u.t + h;
  double reached = u.t;
  if (adaptive_) {
    equation_.require(ARKStepSetStopTime(memory, end), "a stop time");
    equation_.require(ARKStepSetMinStep(memory, SundialsEquation::least_step(end)), "a least step");
  }
  const int flag =
      ARKStepEvolve(memory, end, equation_.y(), &reached, adaptive_ ? ARK_NORMAL : ARK_ONE_STEP);
  steps += equation_.count(totals());
  const std::unique_ptr<char, decltype(&std::free)> name(ARKStepGetReturnFlagName(flag), std::free);
  return equation_.finish(flag, name.get(), end, u);
}

}  // namespace stiffbench
