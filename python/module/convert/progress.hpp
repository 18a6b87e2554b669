#pragma once

#include <functional>
#include <pybind11/pybind11.h>
#include <string>

namespace stiffbench::python {

/// Returns a function that calls `progress(what, done)`; none if `progress` is None. An exception
/// in it ends the call that reports progress, and so does a signal such as Ctrl-C.
std::function<void(const std::string& what, double done)> call_of(const pybind11::object& progress);

/// Throws an Error for a count below 1.
void check_count(const char* name, long count);

}  // namespace stiffbench::python
