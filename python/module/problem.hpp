#pragma once

#include <pybind11/pybind11.h>

namespace stiffbench::python {

/// Adds the class Problem, the view that methods get, and the list of all problems.
void add_problems(pybind11::module_& module);

}  // namespace stiffbench::python
