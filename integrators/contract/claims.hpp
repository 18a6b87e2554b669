#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// What a method claims of its coefficients and does not hold, each in words; empty where all
/// holds. It is found by algebra: no step is made.
using BrokenClaims = std::vector<std::string>;

/// Remembers how the claims of the integrator of this name are checked.
bool enrol_claims(const std::string& integrator, std::function<BrokenClaims()> check);

/// The broken claims of the integrator; nothing where it has no coefficients that claim anything.
std::optional<BrokenClaims> broken_claims(const std::string& integrator);

}  // namespace stiffbench
