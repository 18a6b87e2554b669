#include "integrators/contract/registry.hpp"
#include "integrators/peers/sundials/arkode.hpp"

#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_mristep.h>

#include <cstdlib>
#include <memory>

namespace stiffbench {
namespace {

struct FreeCoupling {
  void operator()(MRIStepCoupling table) const { MRIStepCoupling_Free(table); }
};
using Coupling = std::unique_ptr<MRIStepCouplingMem, FreeCoupling>;

/// The tables of SUNDIALS 6.4 whose slow part is explicit: of order 3 (Schlegel, Knoth, Arnold,
/// Wolke, DOI 10.1016/j.cam.2008.08.009), and of orders 3 and 4 (Sandu, DOI 10.1137/18M1205492).
const std::vector<std::string> tables = {"by_order", "ARKODE_MIS_KW3", "ARKODE_MRI_GARK_ERK33a",
                                         "ARKODE_MRI_GARK_ERK45a"};

struct ArkodeMriOptions {
  int order = 3;
  std::string table = "by_order";
  int substeps = 10;

  int declared_order() const {
    if (table == "by_order") return order;
    return Coupling(MRIStepCoupling_LoadTableByName(table.c_str()))->q;
  }
};

/// The memory of MRIStep for one run, and that of ARKStep, which advances the fast part inside.
class ArkodeMriSession {
 public:
  ArkodeMriSession(const CountedProblem& problem, const ArkodeMriOptions& options,
                   const State& start, double h)
      : equation_(problem) {
    equation_.load(start);
    equation_.split(FastSplit::Part::of_problem);
    make_fast_part(options, start.t, h / options.substeps);
    memory_.reset(MRIStepCreate(SundialsEquation::remaining_part, nullptr, start.t, equation_.y(),
                                stepper_.get(), equation_.context()));
    void* memory = memory_.get();
    if (!memory) throw std::bad_alloc();
    equation_.require(MRIStepSetErrHandlerFn(memory, SundialsEquation::remember, &equation_),
                      "an error handler");
    equation_.require(MRIStepSetUserData(memory, &equation_), "user data");
    equation_.require(MRIStepSetMaxNumSteps(memory, -1), "unlimited steps");
    equation_.require(MRIStepSetMaxHnilWarns(memory, -1), "no warnings");
    equation_.require(MRIStepSetInterpolantType(memory, ARK_INTERP_LAGRANGE), "the interpolant");
    equation_.require(MRIStepSetFixedStep(memory, h), "fixed steps");
    choose_table(options);
  }

  Outcome advance(State& u, double h, long& steps) {
    void* memory = memory_.get();
    if (!equation_.follows(u)) {
      equation_.load(u);
      equation_.require(MRIStepReset(memory, u.t, equation_.y()), "a new start");
    }
    const double end = u.t + h;
    double reached = u.t;
    const int flag = MRIStepEvolve(memory, end, equation_.y(), &reached, ARK_ONE_STEP);
    SundialsTotals now;
    MRIStepGetNumSteps(memory, &now.steps);
    steps += equation_.count(now);
    const std::unique_ptr<char, decltype(&std::free)> name(MRIStepGetReturnFlagName(flag),
                                                           std::free);
    return equation_.finish(flag, name.get(), end, u);
  }

 private:
  struct FreeStepper {
    void operator()(MRIStepInnerStepper stepper) const { MRIStepInnerStepper_Free(&stepper); }
  };
  struct FreeSlow {
    void operator()(void* memory) const { MRIStepFree(&memory); }
  };

  void make_fast_part(const ArkodeMriOptions& options, double t, double h) {
    fast_ = make_arkstep(equation_, SundialsEquation::fast_part, nullptr, t);
    void* fast = fast_.get();
    equation_.require(ARKStepSetOrder(fast, options.declared_order()), "the order");
    equation_.require(ARKStepSetFixedStep(fast, h), "fixed steps");
    MRIStepInnerStepper stepper = nullptr;
    equation_.require(ARKStepCreateMRIStepInnerStepper(fast, &stepper), "the fast part");
    stepper_.reset(stepper);
  }

  void choose_table(const ArkodeMriOptions& options) {
    void* memory = memory_.get();
    if (options.table == "by_order") {
      equation_.require(MRIStepSetOrder(memory, options.order), "the order");
      return;
    }
    const Coupling table(MRIStepCoupling_LoadTableByName(options.table.c_str()));
    equation_.require(MRIStepSetCoupling(memory, table.get()), "the table");
  }

  SundialsEquation equation_;
  ArkStepMemory fast_;
  std::unique_ptr<std::remove_pointer_t<MRIStepInnerStepper>, FreeStepper> stepper_;
  std::unique_ptr<void, FreeSlow> memory_;
};

/// Multirate infinitesimal methods of ARKODE's MRIStep, in the split of `respa`: the fast part is
/// that of the problem (FastForce), or else -K0 x. ARKStep's default explicit method of the same
/// order advances it by steps of h / substeps. The slow part is the rest of the force. The fast
/// part gets the slow one as a polynomial in time, not as kicks. The stages of the slow part divide
/// a step, and the last fast step before each of them is cut. Steps are fixed: SUNDIALS 6.4 does
/// not control those of the slow part.
class ArkodeMri : public SessionPeer<ArkodeMriSession, ArkodeMriOptions> {
 public:
  ArkodeMri() : SessionPeer(ArkodeMriOptions{}) {}
  Facts facts() const {
    return arkode_facts("arkode_mri", "SUNDIALS ARKODE: multirate infinitesimal methods, explicit");
  }
  int order(const Problem&) const { return options_.declared_order(); }
  void resolve() const {
    check_table("integrator 'arkode_mri': ", options_.table, options_.order,
                ArkodeMriOptions{}.order);
  }
  static void parameters(auto& self, auto&& parameter) {
    parameter("order", self.options_.order, order_rule({3, 4}), "order of SUNDIALS' default table");
    parameter("table", self.options_.table, one_of(tables), "a table by name, instead of by order");
    parameter("substeps", self.options_.substeps, at_least(1),
              "steps of the explicit method for the fast part in every step; stages add cut ones");
  }
};

const bool enrolled = enrol(ArkodeMri{});

}  // namespace
}  // namespace stiffbench
