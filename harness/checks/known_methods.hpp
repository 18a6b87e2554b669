#pragma once

#include "harness/checks/orders.hpp"
#include "integrators/contract/integrator.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// Returns a well-known method for comparison with a new one: of its family and order, else of its
/// order; empty if there is none. A method is never compared with itself.
std::string known_method_beside(const Facts& facts, int order);

/// Ratio of the errors of two methods of equal order on a parameter set, at the smallest step at
/// which both show that order.
struct ErrorRatio {
  std::string set;  ///< as in OrderCheck
  double h = 0, ratio = 0;
};

/// Returns the ratios of errors on all sets on which both were measured, smallest first.
std::vector<ErrorRatio> error_ratios(const std::vector<OrderCheck>& checks,
                                     const std::string& method, const std::string& beside);

}  // namespace stiffbench
