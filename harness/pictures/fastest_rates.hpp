#pragma once

#include "harness/records/rows.hpp"
#include "problems/contract/problem.hpp"

#include <memory>
#include <vector>

namespace stiffbench {

/// The problem of a record, as this program has it; nothing where its name, its parameters or its
/// data (problem_hash()) are not those of the record.
std::unique_ptr<Problem> problem_of(const Record& record);

/// Fills Row::omega_max of all rows whose problem_of() there is.
void add_fastest_rates(std::vector<Row>& rows);

}  // namespace stiffbench
