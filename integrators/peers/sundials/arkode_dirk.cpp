#include "integrators/contract/registry.hpp"
#include "integrators/peers/sundials/arkode.hpp"

#include <vector>

namespace stiffbench {
namespace {

/// The implicit tables of SUNDIALS 6.4. The numbers in a name are the stages, the order of the
/// embedded method, and the order.
const std::vector<std::string> tables = {
    "by_order",
    "ARKODE_SDIRK_2_1_2",
    "ARKODE_BILLINGTON_3_3_2",
    "ARKODE_TRBDF2_3_3_2",
    "ARKODE_KVAERNO_4_2_3",
    "ARKODE_ARK324L2SA_DIRK_4_2_3",
    "ARKODE_CASH_5_2_4",
    "ARKODE_CASH_5_3_4",
    "ARKODE_SDIRK_5_3_4",
    "ARKODE_KVAERNO_5_3_4",
    "ARKODE_ARK436L2SA_DIRK_6_3_4",
    "ARKODE_KVAERNO_7_4_5",
    "ARKODE_ARK548L2SA_DIRK_8_4_5",
    "ARKODE_ARK437L2SA_DIRK_7_3_4",
    "ARKODE_ARK548L2SAb_DIRK_8_4_5",
    "ARKODE_ESDIRK324L2SA_4_2_3",
    "ARKODE_ESDIRK325L2SA_5_2_3",
    "ARKODE_ESDIRK32I5L2SA_5_2_3",
    "ARKODE_ESDIRK436L2SA_6_3_4",
    "ARKODE_ESDIRK43I6L2SA_6_3_4",
    "ARKODE_QESDIRK436L2SA_6_3_4",
    "ARKODE_ESDIRK437L2SA_7_3_4",
    "ARKODE_ESDIRK547L2SA_7_4_5",
    "ARKODE_ESDIRK547L2SA2_7_4_5",
};

/// Diagonally implicit Runge-Kutta methods with an embedded error estimate and modified Newton
/// iteration. On stiff problems their order falls to that of their stages.
class ArkodeDirk : public Arkode {
 public:
  ArkodeDirk() : Arkode({.name = "arkode_dirk", .implicit = ImplicitPart::all}) {}
  Facts facts() const {
    return arkode_facts("arkode_dirk", "SUNDIALS ARKODE: diagonally implicit Runge-Kutta");
  }
  static void parameters(auto& self, auto&& parameter) {
    common_parameters(self.options_, parameter);
    parameter("order", self.options_.order, order_rule({2, 3, 4, 5}),
              "order of SUNDIALS' default table");
    parameter("table", self.options_.table, one_of(tables), "a table by name, instead of by order");
    solver_parameters(self.options_, parameter);
  }
};

const bool enrolled = enrol(ArkodeDirk{});

}  // namespace
}  // namespace stiffbench
