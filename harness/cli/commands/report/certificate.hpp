#pragma once

#include "harness/records/rows.hpp"
#include "problems/contract/problem.hpp"

#include <span>

namespace stiffbench {

/// How the reference was certified by which these rows of one problem were judged: {"hash",
/// "methods": [{"name", "step", "evaluations"}], "checkpoints", "agreement", "digits", "growth",
/// "floor", "energy": {"start", "end"}}. It is null where the rows name no reference or the cache
/// does not have it; the floor is null where `problem` is.
Json certificate_of(const Problem* problem, std::span<const Row> rows);

}  // namespace stiffbench
