#include "python/module/convert/progress.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

namespace stiffbench::python {

namespace py = pybind11;

std::function<void(const std::string& what, double done)> call_of(const py::object& progress) {
  // The caller's argument outlives the call.
  return [function = progress.ptr()](const std::string& what, double done) {
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (const py::handle report(function); !report.is_none()) report(what, done);
  };
}

void check_count(const char* name, long count) {
  if (count < 1)
    throw Error(fmt::format("{} are at least 1", name), std::to_string(count), "give more");
}

}  // namespace stiffbench::python
