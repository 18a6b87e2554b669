#pragma once

#include "harness/io/json.hpp"

namespace stiffbench {

/// Checks a document against a schema of results/schema, as "record" or "experiment". The Error
/// names the document by `what`, and the place that breaks the schema.
void validate(const Json& document, const std::string& schema, const std::string& what);

}  // namespace stiffbench
