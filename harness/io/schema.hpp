#pragma once

#include "harness/io/json.hpp"

namespace stiffbench {

/// Reads a schema of results/schema. Referenced parts of other schemas, such as
/// "replication.schema.json#/definitions/rule", are copied into it.
Json read_schema(const std::string& name);

/// Adds a definition to those of a schema. Throws Error if a different one has this name.
void add_definition(Json& definitions, const std::string& name, const Json& part);

/// Validates a document against a schema of results/schema, such as "record" or "experiment". The
/// Error names the document `what` and the place that violates the schema.
void validate(const Json& document, const std::string& schema, const std::string& what);

}  // namespace stiffbench
