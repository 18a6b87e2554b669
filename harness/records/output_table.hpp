#pragma once

#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// One of the problems' outputs, in every run of these rows that has it: a problem a block, a
/// step a row, the largest first, a method a column.
///   {"output", "problems": [{"problem", "name", "parameters", "reference", "methods": [LABEL],
///     "rows": [{"h", "cells": [{"method", "integrator", "status", "value"}]}]}]}
/// `reference` is the reference's own number, null where there is none. Error when no record has
/// that output: it names those that there are.
Json output_table(const std::vector<Row>& rows, const std::string& output);

/// Adds what a paper prints (a document of results/schema/paper_outputs.schema.json) to the cells
/// that it speaks of: "paper", and "deviation" of ours from it; its "remarks" to the table.
void add_paper_outputs(Json& table, const Json& paper);

}  // namespace stiffbench
