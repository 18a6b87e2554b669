#pragma once

#include "harness/checks/orders.hpp"
#include "integrators/contract/integrator.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// A well-known method to set beside a new one: of its family and order, else of its order; empty
/// where there is none. No method stands beside itself.
std::string known_method_beside(const Facts& facts, int order);

/// The error of a method over that of another one on a parameter set where both have one order, at
/// the smallest step at which both show it.
struct ErrorRatio {
  std::string set;  ///< as in OrderCheck
  double h = 0, ratio = 0;
};

/// The ratios of errors on all sets on which both were measured, the smallest first.
std::vector<ErrorRatio> error_ratios(const std::vector<OrderCheck>& checks,
                                     const std::string& method, const std::string& beside);

}  // namespace stiffbench
