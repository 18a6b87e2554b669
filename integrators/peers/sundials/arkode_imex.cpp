#include "integrators/contract/registry.hpp"
#include "integrators/peers/sundials/arkode.hpp"

#include <vector>

namespace stiffbench {
namespace {

/// The implicit tables of SUNDIALS 6.4 that have an explicit partner, whose name has ERK in place
/// of DIRK. The numbers in a name are the stages, the order of the embedded method, and the order.
const std::vector<std::string> tables = {
    "by_order",
    "ARKODE_ARK324L2SA_DIRK_4_2_3",
    "ARKODE_ARK436L2SA_DIRK_6_3_4",
    "ARKODE_ARK548L2SA_DIRK_8_4_5",
    "ARKODE_ARK437L2SA_DIRK_7_3_4",
    "ARKODE_ARK548L2SAb_DIRK_8_4_5",
};

/// Additive Runge-Kutta methods, implicit and explicit, of Kennedy and Carpenter: 324, 436 and 548
/// in DOI 10.1016/S0168-9274(02)00138-1, 437 and 548b in DOI 10.1016/j.apnum.2018.10.007. The
/// implicit part is (v, -M^-1 K0 x), as in the suite's own methods of this kind. Damping, load and
/// the rest of the stiffness are explicit, so that their stability limits the step.
/// ARKStepSetLinear declares the implicit part linear and constant: a stage then takes one solve,
/// and one factorization serves all steps of one size. Iterative solvers leave an error; with them
/// Newton's iteration repeats the update until it meets the tolerance.
class ArkodeImex : public Arkode {
 public:
  ArkodeImex()
      : Arkode({.name = "arkode_imex",
                .implicit = ImplicitPart::linear,
                .solver = {.kind = "half_size"}}) {}
  Facts facts() const {
    return arkode_facts("arkode_imex",
                        "SUNDIALS ARKODE: additive Runge-Kutta methods, implicit-explicit");
  }
  static void parameters(auto& self, auto&& parameter) {
    common_parameters(self.options_, parameter);
    parameter("order", self.options_.order, order_rule({3, 4, 5}),
              "order of SUNDIALS' default pair of tables");
    parameter("table", self.options_.table, one_of(tables),
              "the implicit table of a pair by name, instead of by order");
    solver_parameters(self.options_, parameter);
  }
};

const bool enrolled = enrol(ArkodeImex{});

}  // namespace
}  // namespace stiffbench
