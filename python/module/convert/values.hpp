#pragma once

#include "base/parameters.hpp"

#include <pybind11/pybind11.h>

namespace stiffbench::python {

/// Converts a bool, a number, a text or a list of numbers.
pybind11::object to_python(const Value& value);
pybind11::dict to_python(const Settings& settings);

/// Converts a bool, an int, a float, a str or a sequence of numbers. NumPy's scalars count as their
/// Python types. Throws an Error, which begins with `owner`, for anything else.
Value value_from(const std::string& owner, const std::string& name, pybind11::handle object);
Settings settings_from(const std::string& owner, const pybind11::dict& objects);

/// The owners that settings name in messages.
std::string owner_of(const char* kind, const std::string& name);

}  // namespace stiffbench::python
