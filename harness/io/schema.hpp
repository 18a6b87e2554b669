#pragma once

#include "harness/io/json.hpp"

namespace stiffbench {

/// Checks a document against one of the schemas in results/schema ("record", "experiment"). The
/// Error names the first place that breaks it; `what` names the document.
void validate(const Json& document, const std::string& schema, const std::string& what);

}  // namespace stiffbench
