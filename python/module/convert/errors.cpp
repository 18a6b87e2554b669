#include "python/module/convert/errors.hpp"

#include "base/error.hpp"
#include "harness/io/json.hpp"
#include "harness/processes/interrupt.hpp"

#include <pybind11/pybind11.h>

namespace stiffbench::python {
namespace {

namespace py = pybind11;

/// Raises stiffbench.Error with the three parts of an Error's text, which is "RULE; got VALUE;
/// REMEDY". Errors pass between processes as text, so the text is all that there is. A text without
/// these words is a rule alone.
void raise(const std::string& text) {
  constexpr const char *got_words = "; got ", *separator = "; ";
  std::string rule = text, got, remedy;
  if (const auto end = text.find(got_words); end != std::string::npos) {
    rule = text.substr(0, end);
    got = text.substr(end + std::char_traits<char>::length(got_words));
    if (const auto next = got.find(separator); next != std::string::npos) {
      remedy = got.substr(next + std::char_traits<char>::length(separator));
      got.resize(next);
    }
  }
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
