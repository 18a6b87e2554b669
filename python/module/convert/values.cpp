#include "python/module/convert/values.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

namespace stiffbench::python {
namespace {

namespace py = pybind11;

std::string type_name(py::handle object) {
  return py::str(py::type::handle_of(object).attr("__name__"));
}

bool is_number(py::handle object) {
  if (PyFloat_Check(object.ptr()) || PyIndex_Check(object.ptr())) return true;
  return py::hasattr(object, "__float__") && !type_name(object).starts_with("complex");
}

long long_from(const std::string& owner, const std::string& name, py::handle object) {
  const py::object whole = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!whole) throw py::error_already_set();
  int overflow = 0;
  const long number = PyLong_AsLongAndOverflow(whole.ptr(), &overflow);
  if (overflow != 0)
    throw Error(fmt::format("{}: whole numbers have at most 63 bits", owner),
                fmt::format("{} = {}", name, std::string(py::str(object))), "give a smaller one");
  return number;
}

std::vector<double> numbers_from(const std::string& owner, const std::string& name,
                                 py::handle object) {
  std::vector<double> numbers;
  for (const py::handle entry : object) {
    if (!is_number(entry))
      throw Error(fmt::format("{}: a list has numbers alone", owner),
                  fmt::format("{} in {}", type_name(entry), name), "leave it out");
    numbers.push_back(PyFloat_AsDouble(entry.ptr()));
    if (PyErr_Occurred()) throw py::error_already_set();
  }
  return numbers;
}

}  // namespace

py::object to_python(const Value& value) {
  return std::visit(
      [](const auto& entry) -> py::object {
        if constexpr (std::is_same_v<std::decay_t<decltype(entry)>, std::vector<double>>) {
          py::list list;
          for (const double number : entry) list.append(number);
          return list;
        } else {
          return py::cast(entry);
        }
      },
      value);
}

py::dict to_python(const Settings& settings) {
  py::dict dict;
  for (const auto& [name, value] : settings) dict[py::str(name)] = to_python(value);
  return dict;
}

Value value_from(const std::string& owner, const std::string& name, py::handle object) {
  if (PyBool_Check(object.ptr()) || type_name(object) == "bool_") return object.cast<bool>();
  if (py::isinstance<py::str>(object)) return object.cast<std::string>();
  if (PyIndex_Check(object.ptr()) && !py::hasattr(object, "__len__"))
    return long_from(owner, name, object);
  if (PyFloat_Check(object.ptr())) return PyFloat_AsDouble(object.ptr());
  if (py::isinstance<py::sequence>(object) || type_name(object) == "ndarray")
    return numbers_from(owner, name, object);
  if (type_name(object).starts_with("float")) {
    const double number = PyFloat_AsDouble(object.ptr());
    if (PyErr_Occurred()) throw py::error_already_set();
    return number;
  }
  throw Error(
      fmt::format("{}: a parameter is a bool, a number, a text or a list of numbers", owner),
      fmt::format("{} = {} of type {}", name, std::string(py::str(object)), type_name(object)),
      "convert it");
}

Settings settings_from(const std::string& owner, const py::dict& objects) {
  Settings settings;
  for (const auto& [key, object] : objects) {
    if (!py::isinstance<py::str>(key))
      throw Error(fmt::format("{}: names of parameters are texts", owner), type_name(key),
                  "give a dict such as {'kd': 1e8}");
    const std::string name = key.cast<std::string>();
    settings[name] = value_from(owner, name, object);
  }
  return settings;
}

std::string owner_of(const char* kind, const std::string& name) {
  return fmt::format("{} '{}'", kind, name);
}

}  // namespace stiffbench::python
