#pragma once

#include "harness/io/json.hpp"

#include <string>

namespace stiffbench {

/// Says in a sentence how today's experiment differs from the one that records were made with
/// (results/schema/experiment.schema.json): methods, their entries, problems, settings. Empty if
/// both determine the same runs. Methods that the entry "*" has named only since are no difference.
std::string changes_since(const Json& recorded, const Json& today);

/// Returns the same for the experiment of this name in results/experiments; empty if there is none.
std::string changes_since(const Json& recorded);

}  // namespace stiffbench
