#include "python/module/method.hpp"

#include "base/error.hpp"
#include "harness/records/code/interpreted.hpp"
#include "harness/records/record.hpp"
#include "integrators/contract/assign_parameters.hpp"
#include "python/module/convert/arrays.hpp"
#include "python/module/convert/values.hpp"

#include <fmt/format.h>

#include <cmath>
#include <new>

namespace stiffbench::python {
namespace {

namespace py = pybind11;

/// True for an exception of the class of this name in stiffbench.errors.
bool is(const py::error_already_set& error, const char* name) {
  return error.matches(py::module_::import("stiffbench.errors").attr(name));
}

/// The exception's type, message and place, in one line.
std::string text_of(const py::error_already_set& error) {
  return py::str(py::module_::import("stiffbench.methods")
                     .attr("explain")(error.type(), error.value(), error.trace()));
}

/// Throws what an exception of a method means outside of steps: an Error remains one, everything
/// else is a crash.
[[noreturn]] void rethrow(const py::error_already_set& error) {
  if (error.matches(PyExc_MemoryError)) throw std::bad_alloc();
  if (!is(error, "Error")) throw std::runtime_error(text_of(error));
  const auto part = [&](const char* name) {
    return std::string(py::str(error.value().attr(name)));
  };
  throw Error(part("rule"), part("got"), part("remedy"));
}

template <class Call>
auto in_python(const Call& call) {
  const py::gil_scoped_acquire lock;
  try {
    return call();
  } catch (const py::error_already_set& error) {
    rethrow(error);
  }
}

std::string type_name(const py::object& object) {
  return py::str(py::type::handle_of(object).attr("__name__"));
}

/// Reads the result of step(): State(t, x, v) or (x, v), which means t + h.
State read_result(const std::string& name, const py::object& result, const State& u, double h) {
  const std::string rule =
      fmt::format("{}.step() returns the new state, (x, v) or State(t, x, v)", name);
  const std::string remedy = "end it with: return x, v";
  if (!py::isinstance<py::tuple>(result)) throw Error(rule, type_name(result), remedy);
  const auto parts = py::reinterpret_borrow<py::tuple>(result);
  if (parts.size() != 2 && parts.size() != 3)
    throw Error(rule, fmt::format("a tuple of {}", parts.size()), remedy);
  State next{.t = u.t + h, .x = {}, .v = {}};
  if (parts.size() == 3) {
    const double t = PyFloat_AsDouble(parts[0].ptr());
    if (PyErr_Occurred()) throw py::error_already_set();
    if (!(std::abs(t - next.t) <= 1e-9 * std::abs(h)))
      throw Error(fmt::format("{}.step() advances t by h", name),
                  fmt::format("t = {:.17g} after {:.17g} and h = {:.17g}", t, u.t, h), remedy);
  }
  read_vector(parts[parts.size() - 2], "x", u.x.size(), Entries::any, next.x);
  read_vector(parts[parts.size() - 1], "v", u.x.size(), Entries::any, next.v);
  return next;
}

/// Calls an attribute that may be a method of the lent problem, or a value.
template <class T>
T ask(const py::object& type, const char* attribute, const Problem& problem) {
  const py::object member = type().attr(attribute);
  if (!PyCallable_Check(member.ptr())) return member.cast<T>();
  const auto lent = std::make_shared<LentProblem>(problem);
  const struct End {
    LentProblem& problem;
    ~End() { problem.end(); }
  } end{*lent};
  return member(lent).cast<T>();
}

}  // namespace

PythonIntegrator::Instance::~Instance() {
  const py::gil_scoped_acquire lock;
  if (view) view->end();
  object = py::object();
}

PythonIntegrator::PythonIntegrator(std::string name)
    : name_(std::move(name)), parameters_(method_facts(name_).parameters) {}

Facts PythonIntegrator::facts() const { return method_facts(name_).facts; }
bool PythonIntegrator::adaptive() const { return method_facts(name_).adaptive; }

Settings PythonIntegrator::reported() const {
  return {{interpreted_mark, true}, {"versions", method_facts(name_).versions}};
}

void PythonIntegrator::assign(const Settings& settings) {
  parameters_ = method_facts(name_).parameters;  // those of a class that was defined anew
  assign_parameters(owner_of("integrator", name_), parameters_, settings);
}

void PythonIntegrator::init(const CountedProblem& problem, double h) {
  h_ = h;
  in_python([&] {
    instance_.drop();
    instance_.renew();
    instance_->object = method_facts(name_).type();
    instance_->view = std::make_shared<ViewHandle>(problem);
    for (const ParameterFacts& parameter : parameters_)
      instance_->object.attr(parameter.name.c_str()) = to_python(parameter.value);
    if (py::hasattr(instance_->object, "init")) instance_->object.attr("init")(instance_->view, h);
  });
}

Outcome PythonIntegrator::step(State& u) {
  const py::gil_scoped_acquire lock;
  try {
    const py::object result = instance_->object.attr("step")(instance_->view, to_state(u), h_);
    State next = read_result(name_, result, u, h_);
    u.t = next.t;
    u.x.swap(next.x);
    u.v.swap(next.v);
    return {};
  } catch (const py::error_already_set& error) {
    if (error.matches(PyExc_MemoryError)) throw std::bad_alloc();
    if (!is(error, "Failure")) throw std::runtime_error(text_of(error));
    return {status_from(py::str(error.value().attr("status"))),
            py::str(error.value().attr("reason"))};
  } catch (const Error& error) {
    throw std::runtime_error(error.what());  // the method breaks its contract: it crashed
  }
}

long PythonIntegrator::steps_taken() const {
  if (!adaptive()) return 0;
  auto& instance = const_cast<Uncopied<Instance>&>(instance_);
  return in_python([&] { return instance->object.attr("steps_taken").cast<long>(); });
}

int PythonIntegrator::own_order(const Problem& problem) const {
  return in_python([&] { return ask<int>(method_facts(name_).type, "order", problem); });
}

std::string PythonIntegrator::own_why_not_applicable(const Problem& problem) const {
  return in_python([&] {
    const py::object type = method_facts(name_).type;
    if (!py::hasattr(type, "why_not_applicable")) return std::string();
    return ask<std::string>(type, "why_not_applicable", problem);
  });
}

}  // namespace stiffbench::python
