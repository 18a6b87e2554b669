#pragma once

#include "harness/estimates/estimate.hpp"
#include "harness/io/json.hpp"

namespace stiffbench {

/// Returns the cost of a whole experiment, whose text is `source`, as a sweep has recorded it
/// (results/schema/internal/costs.schema.json): in the cache of this user, or in
/// results/costs.json, which is a copy of such a file. Returns nothing if neither has this state of
/// the experiment. Measured costs take precedence over rough ones, and the user's own over the
/// shipped ones.
std::optional<CostSum> recorded_cost(const Json& source);

/// Returns the cost of this state of an experiment in the user's cache, or nothing.
std::optional<CostSum> own_cost(const Json& source);

/// Returns the cost of this state of an experiment in results/costs.json, or nothing.
std::optional<CostSum> shipped_cost(const Json& source);

/// Records the cost of a whole experiment in the cache. If the file cannot be written, a note is
/// printed and no Error thrown, because estimates are not results.
void record_cost(const Json& source, const CostSum& whole);

}  // namespace stiffbench
