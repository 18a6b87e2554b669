#include "integrators/contract/registry.hpp"
#include "integrators/peers/sundials/arkode.hpp"

#include <vector>

namespace stiffbench {
namespace {

/// The explicit tables of SUNDIALS 6.4. The numbers in a name are the stages, the order of the
/// embedded method, and the order.
const std::vector<std::string> tables = {
    "by_order",
    "ARKODE_HEUN_EULER_2_1_2",
    "ARKODE_BOGACKI_SHAMPINE_4_2_3",
    "ARKODE_ARK324L2SA_ERK_4_2_3",
    "ARKODE_ZONNEVELD_5_3_4",
    "ARKODE_ARK436L2SA_ERK_6_3_4",
    "ARKODE_SAYFY_ABURUB_6_3_4",
    "ARKODE_CASH_KARP_6_4_5",
    "ARKODE_FEHLBERG_6_4_5",
    "ARKODE_DORMAND_PRINCE_7_4_5",
    "ARKODE_ARK548L2SA_ERK_8_4_5",
    "ARKODE_VERNER_8_5_6",
    "ARKODE_FEHLBERG_13_7_8",
    "ARKODE_ARK437L2SA_ERK_7_3_4",
    "ARKODE_ARK548L2SAb_ERK_8_4_5",
};

/// Explicit Runge-Kutta methods with an embedded error estimate.
class ArkodeErk : public Arkode {
 public:
  ArkodeErk() : Arkode({.name = "arkode_erk", .implicit = ImplicitPart::none}) {}
  Facts facts() const {
    return arkode_facts("arkode_erk", "SUNDIALS ARKODE: explicit Runge-Kutta");
  }
  static void parameters(auto& self, auto&& parameter) {
    common_parameters(self.options_, parameter);
    parameter("order", self.options_.order, order_rule({2, 3, 4, 5, 6, 8}),
              "order of SUNDIALS' default table");
    parameter("table", self.options_.table, one_of(tables), "a table by name, instead of by order");
  }
};

const bool enrolled = enrol(ArkodeErk{});

}  // namespace
}  // namespace stiffbench
