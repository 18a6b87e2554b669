#pragma once

#include "harness/checks/measure_order.hpp"
#include "harness/io/json.hpp"
#include "harness/processes/isolate.hpp"
#include "problems/contract/registry.hpp"
#include "reference/certified.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// Result of the check of one integrator on one parameter set of a problem.
struct OrderCheck {
  std::string integrator = {}, problem = {};
  std::string set = {};      ///< short name of the parameter set: "flag/2"
  Settings parameters = {};  ///< of the problem, if they differ from the defaults
  int declared = 0;
  Measurement measurement = {};
  Status status = Status::ok;  ///< of the process that ran the check
};

/// A parameter set of a problem on which orders are measured.
struct OrderProblem {
  std::string problem, set;
  Settings parameters;
};

/// Returns the parameter sets that problems declare for order checks, or those of one problem.
std::vector<OrderProblem> declared_sets(const std::string& problem = "");

/// Options of the reference of a problem whose orders are measured: its checkpoints, and 13 digits
/// if the force is available in extended precision, else the problem's own digits.
ReferenceOptions order_reference(const Problem& problem);

struct OrderRequest {
  std::vector<std::string> integrators = {};  ///< empty: all
  std::vector<OrderProblem> problems = {};
  /// Digits required of references; default: those of order_reference().
  std::optional<double> digits = {};
  /// Limits of one check, which is a separate process. It plans its runs for half the time.
  Limits limits = {};
  /// True: an integrator that was not measured on any problem is a miss.
  bool must_measure = true;
};

/// Checks the orders of integrators on problems and calls `report` after each check. Adaptive
/// integrators are not_applicable.
std::vector<OrderCheck> check_orders(const OrderRequest& request,
                                     const std::function<void(const OrderCheck&)>& report);

/// Converts a check to an entry of `checks` in results/schema/orders.schema.json.
Json to_json(const OrderCheck& check);
OrderCheck order_check_from_json(const Json& json);

}  // namespace stiffbench
