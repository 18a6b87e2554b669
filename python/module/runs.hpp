#pragma once

#include <pybind11/pybind11.h>

namespace stiffbench::python {

/// Adds runs, sweeps, and the command line.
void add_runs(pybind11::module_& module);
/// Adds the reader of records, their diagrams and comparisons.
void add_records(pybind11::module_& module);

}  // namespace stiffbench::python
