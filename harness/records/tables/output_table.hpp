#pragma once

#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Tabulates one output over all runs of these rows that have it. Each problem has a block with a
/// row for each step, the largest first, and a column for each method.
///   {"output", "problems": [{"problem", "name", "parameters", "reference", "methods": [LABEL],
///     "rows": [{"h", "cells": [{"method", "integrator", "status", "value"}]}]}]}
/// `reference` is the output of the reference, or null. If no record has the output, the Error
/// names the available outputs.
Json output_table(const std::vector<Row>& rows, const std::string& output);

/// Adds the numbers of a paper's table (results/schema/paper_outputs.schema.json) to the cells of
/// the same problem, step and method: "paper", and "deviation" of our number from it. The table
/// also receives the paper's "remarks".
void add_paper_outputs(Json& table, const Json& paper);

}  // namespace stiffbench
