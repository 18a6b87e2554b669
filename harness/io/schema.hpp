#pragma once

#include "harness/io/json.hpp"

namespace stiffbench {

/// Reads a schema of results/schema. Definitions of other schemas to which it refers, as
/// "target.schema.json#/definitions/rule", become its own.
Json read_schema(const std::string& name);

/// Checks a document against a schema of results/schema, as "record" or "experiment". The Error
/// names the document by `what`, and the place that breaks the schema.
void validate(const Json& document, const std::string& schema, const std::string& what);

}  // namespace stiffbench
