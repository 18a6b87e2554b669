// Registration of methods in Python, and the list of all integrators.
#include "base/code/reachable_code.hpp"
#include "base/error.hpp"
#include "base/hash.hpp"
#include "integrators/contract/registry.hpp"
#include "python/module/convert/values.hpp"
#include "python/module/method.hpp"

#include <fmt/format.h>

#include <map>
#include <pybind11/stl.h>

namespace stiffbench::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

/// The methods by name. Never destroyed: Python may end before static objects of the library do.
std::map<std::string, MethodFacts>& methods() {
  static auto* const all = new std::map<std::string, MethodFacts>;
  return *all;
}

Family family_from(const std::string& word) {
  const auto names = names_of(Family{});
  for (std::size_t i = 0; i < names.size(); ++i)
    if (word == names[i]) return static_cast<Family>(i);
  std::string list;
  for (const char* name : names) list += (list.empty() ? "" : ", ") + std::string(name);
  throw Error("the family of a method is one that figures have", "'" + word + "'",
              "give one of " + list);
}

std::vector<ParameterFacts> parameters_from(const std::string& name, const py::dict& given,
                                            bool adaptive) {
  std::vector<ParameterFacts> parameters;
  const std::string owner = owner_of("integrator", name);
  if (adaptive)
    parameters.push_back(
        {tolerance_parameter, 1e-6, between(0, 1), "relative tolerance of the local error"});
  for (const auto& [key, entry] : given) {
    const auto parts = entry.cast<std::pair<py::object, std::string>>();
    const std::string parameter = key.cast<std::string>();
    if (adaptive && parameter == tolerance_parameter)
      throw Error(owner + ": rtol belongs to every adaptive method", "a second one",
                  "leave it out");
    parameters.push_back(
        {parameter, value_from(owner, parameter, parts.first), any_value(), parts.second});
  }
  return parameters;
}

/// Enrols a method, or replaces the one of its name. `source` is the text on which its results
/// depend.
void enrol_method(const py::dict& given, const py::object& type, const py::dict& parameters,
                  bool adaptive, const std::string& source) {
  const auto text = [&](const char* key) { return given[key].cast<std::string>(); };
  const Facts facts{.name = text("name"),
                    .title = text("title"),
                    .doi = text("doi"),
                    .family = family_from(text("family")),
                    .stages = given["stages"].cast<int>(),
                    .library = text("library")};
  const bool is_new = !methods().contains(facts.name);
  if (is_new && has_origin("integrator", facts.name))
    throw Error("the name of every integrator is its own",
                fmt::format("'{}', which this program has already", facts.name),
                "rename the class");
  methods()[facts.name] = {facts, type, parameters_from(facts.name, parameters, adaptive), adaptive,
                           text("versions")};
  const CodeOrigin origin{.file = "python/module/method.cpp",
                          .numbers = Hasher().update(source).hex()};
  if (is_new)
    IntegratorRegistry::instance().add(PythonIntegrator(facts.name), origin);
  else
    remember_origin("integrator", facts.name, origin);
}

py::list all_integrators() {
  py::list list;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    const Facts facts = method->facts();
    py::dict parameters;
    const bool is_python = methods().contains(facts.name);
    for (const ParameterFacts& parameter :
         is_python ? methods().at(facts.name).parameters : method->parameters())
      parameters[py::str(parameter.name)] = to_python(parameter.value);
    list.append(py::dict("name"_a = facts.name, "title"_a = facts.title, "source"_a = facts.doi,
                         "family"_a = names_of(Family{})[static_cast<std::size_t>(facts.family)],
                         "stages"_a = facts.stages, "adaptive"_a = method->adaptive(),
                         "library"_a = facts.library, "interpreted"_a = is_python,
                         "parameters"_a = parameters));
  }
  return list;
}

}  // namespace

const MethodFacts& method_facts(const std::string& name) { return methods().at(name); }

void add_methods(py::module_& module) {
  module.def("enrol_method", enrol_method, "facts"_a, "type"_a, "parameters"_a, "adaptive"_a,
             "source"_a);
  module.def("integrators", all_integrators, "Facts of all integrators, dicts sorted by name");
}

}  // namespace stiffbench::python
