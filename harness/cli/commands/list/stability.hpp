#pragma once

#include "harness/io/json.hpp"
#include "integrators/contract/registry.hpp"

#include <string>

namespace stiffbench {

/// Describes the stability function R(z) of a method and its properties; null for methods without
/// one.
Json describe_stability(const AnyIntegrator& method);

/// Describes the limits of a method on undamped oscillations, as measured in a process of its own
/// (harness/checks/oscillation_limits.hpp), with fixed steps where it can take them: y_stable and
/// at_infinity, null where infinite; the method's real_interval, and the reason where it has no
/// limits, or null. Null for methods with a stability function, which says both.
Json describe_oscillations(AnyIntegrator method);

/// Returns |R(z)| at the centres of squares with this edge length that cover -8 <= Re z <= 4, 0 <=
/// Im z <= 8 (results/schema/stability.schema.json); null for methods without a stability function.
Json stability_region(const AnyIntegrator& method, double edge = 0.25);

/// Returns lines for figures (results/schema/stability.schema.json), one for each method with a
/// stability function.
std::string stability_lines();

/// Prints one line for each entry with a stability function or with measured limits, and the
/// reasons of those without. r, d, q and e are defined by |R(iy)| = 1 + d y^(r+1) + ... and arg
/// R(iy) = y + e y^(q+1) + ...
void print_properties(const Json& integrators);

}  // namespace stiffbench
