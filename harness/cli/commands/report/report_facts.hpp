#pragma once

#include "harness/records/rows.hpp"

#include <vector>

namespace stiffbench {

/// Returns the facts of a report beyond the rows (results/schema/report.schema.json): the
/// experiment, each problem with its certificate, times and methods, each integrator, and their
/// sources.
Json report_facts(const std::vector<Row>& rows, const Json& experiment);

}  // namespace stiffbench
