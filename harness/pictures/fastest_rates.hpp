#pragma once

#include "harness/records/rows.hpp"
#include "problems/contract/problem.hpp"

#include <memory>
#include <vector>

namespace stiffbench {

/// Constructs the problem of a record in this program; returns nothing if its name, parameters or
/// data (problem_hash()) differ from those of the record.
std::unique_ptr<Problem> problem_of(const Record& record);

/// Sets Row::omega_max of all rows for which problem_of() returns a problem.
void add_fastest_rates(std::vector<Row>& rows);

}  // namespace stiffbench
