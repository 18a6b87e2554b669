#pragma once

#include "harness/io/json.hpp"
#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"

namespace stiffbench {

/// Converts the certificate of a reference, without its states, to
/// results/schema/certificate.schema.json.
Json to_json(const Problem& problem, const Reference& reference);

}  // namespace stiffbench
