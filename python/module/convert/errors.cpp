#include "python/module/convert/errors.hpp"

#include "base/error.hpp"
#include "base/text/error_parts.hpp"
#include "harness/io/json.hpp"
#include "harness/processes/interrupt.hpp"

#include <pybind11/pybind11.h>

namespace stiffbench::python {
namespace {

namespace py = pybind11;

/// Raises stiffbench.Error with the three parts of an Error's text.
void raise(const std::string& text) {
  const auto [rule, got, remedy] = parts_of_error(text);
  const py::object type = py::module_::import("stiffbench.errors").attr("Error");
  const py::object error = type(rule, got, remedy);
  PyErr_SetObject(type.ptr(), error.ptr());
}

void translate(std::exception_ptr pointer) {
  try {
    if (pointer) std::rethrow_exception(pointer);
  } catch (const Error& error) {
    raise(error.what());
  } catch (const Json::exception& error) {
    raise(std::string("files that are read hold what their schemas say; got one that does not: ") +
          error.what() + "; write that file anew");
  } catch (const Interrupted&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  }
}

}  // namespace

void translate_errors() { py::register_local_exception_translator(translate); }

}  // namespace stiffbench::python
