#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// The claims of a method about its coefficients that do not hold, one sentence each; empty where
/// all hold. They are checked by algebra: no step is made.
using BrokenClaims = std::vector<std::string>;

/// Registers the check of this integrator's claims. Returns false where it has one already.
bool enrol_claims(const std::string& integrator, std::function<BrokenClaims()> check);

/// The broken claims of the integrator; no value where it has no coefficients that claim anything.
std::optional<BrokenClaims> broken_claims(const std::string& integrator);

}  // namespace stiffbench
