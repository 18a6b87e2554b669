#pragma once

#include <pybind11/pybind11.h>

namespace stiffbench::python {

/// Adds axpy(a, x, y) to the module. NumPy rounds y + a * x twice; C++ may round once.
void add_axpy(pybind11::module_& module);

}  // namespace stiffbench::python
