#pragma once

#include <pybind11/pybind11.h>

namespace stiffbench::python {

/// Adds the certified solutions of problems and the errors of states against them.
void add_references(pybind11::module_& module);

}  // namespace stiffbench::python
