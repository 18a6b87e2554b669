#pragma once

#include "harness/records/rows.hpp"

#include <string>
#include <vector>

namespace stiffbench {

/// Table of one output over all runs: a block for each problem, in it a line for each step, the
/// largest first, and a column for each method.
struct OutputTable {
  struct Cell {
    const Row* row;
    Value value;                       ///< of the output
    std::optional<double> paper = {};  ///< the number printed in a paper's table
    std::optional<double> number()
        const;  ///< nothing for words, and for a number that is not finite
    std::optional<double> deviation() const;  ///< of our number from the paper's
  };
  struct Line {
    std::optional<double> h;  ///< nothing for methods that choose their steps
    std::vector<Cell> cells;
  };
  struct Block {
    const Row* first;
    std::optional<double> reference = {};  ///< the output of the reference
    std::vector<std::string> methods = {};
    std::vector<Line> lines = {};
    std::string paper = {};  ///< title of the paper's row, or empty
  };
  struct Source {
    std::string doi, table;
    std::vector<std::string> remarks;
  };
  std::string output;
  std::vector<Block> problems = {};
  std::optional<Source> paper = {};
};

/// Tabulates one output of these rows, which must outlive the table. If no record has the output,
/// the Error names the available outputs.
OutputTable output_table(const std::vector<Row>& rows, const std::string& output);

/// Adds the numbers of a paper's table (results/schema/paper_outputs.schema.json) to the cells of
/// the same problem, step and method.
void add_paper_outputs(OutputTable& table, const Json& paper);

/// Converts the table to {"output", "problems": [{"problem", "name", "parameters", "reference",
/// "methods": [LABEL], "rows": [{"h", "cells": [{"method", "integrator", "status", "value"}]}]}]}.
/// With a paper, cells have "paper" and "deviation", blocks "paper", and the table "paper" and
/// "remarks".
Json to_json(const OutputTable& table);

}  // namespace stiffbench
