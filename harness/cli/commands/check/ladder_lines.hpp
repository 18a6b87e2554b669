#pragma once

#include "harness/contact/ladder.hpp"
#include "harness/io/json.hpp"

#include <string>
#include <vector>

namespace stiffbench::contact_ladder {

/// Climbs the ladder of contact problems with known answers, and prints a table or one JSON
/// document (results/schema/contact_ladder.schema.json). Empty lists stand for all phenomena and
/// for the usual methods. Returns 1 if a rung that must stand falls, else 0.
int check_contact_ladder(const std::vector<std::string>& names,
                         const std::vector<std::string>& methods, bool json);

}  // namespace stiffbench::contact_ladder
