#pragma once

#include "harness/records/rows.hpp"
#include "problems/contract/problem.hpp"

#include <span>

namespace stiffbench {

/// Returns the certificate of the reference by which these rows of one problem were judged:
/// {"hash", "methods": [{"name", "step", "evaluations"}], "checkpoints", "agreement", "digits",
/// "growth", "floor", "energy": {"start", "end"}}. It is null if the rows name no reference or the
/// cache lacks it; the floor is null if `problem` is null.
Json certificate_of(const Problem* problem, std::span<const Row> rows);

}  // namespace stiffbench
