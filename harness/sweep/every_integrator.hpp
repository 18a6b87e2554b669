#pragma once

#include "harness/io/json.hpp"

namespace stiffbench {

/// Replaces each entry named "*" by one entry for every integrator that
/// - belongs to the entry's `families`, where it has them, and else to none that another "*" with
///   the same parameters names;
/// - has all of the entry's `parameters`, such as `adaptive`;
/// - no other entry names with these parameters, be there more or none.
/// Throws Error for a family that does not exist, for `families` beside another name, and for a "*"
/// that selects none.
Json with_every_integrator(const Json& entries);

}  // namespace stiffbench
