#include "python/module/certified.hpp"

#include "base/error.hpp"
#include "harness/single/error_of_states.hpp"
#include "python/module/convert/arrays.hpp"
#include "python/module/convert/progress.hpp"
#include "python/module/handles.hpp"
#include "python/module/long_calls.hpp"
#include "reference/reference.hpp"

#include <pybind11/stl.h>

namespace stiffbench::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

py::list to_states(const std::vector<State>& states) {
  py::list list;
  for (const State& u : states) list.append(to_state(u));
  return list;
}

std::string text_of(const ErrorMeasures& measures) { return to_json(measures).dump(); }

py::dict method_of(const ReferenceMethod& method) {
  return py::dict("name"_a = method.name, "step"_a = method.step,
                  "evaluations"_a = method.evaluations);
}

py::list cross_checks_of(const Reference& solution) {
  py::list list;
  for (const CrossCheck& check : solution.cross_checks)
    list.append(py::dict("method"_a = check.method, "setting"_a = check.setting,
                         "evaluations"_a = check.evaluations, "inconclusive"_a = check.inconclusive,
                         "distance"_a = text_of(check.distance),
                         "own_error"_a = text_of(check.own_error)));
  return list;
}

/// The parts of a reference; measures are texts of JSON.
py::dict parts_of(const Problem& problem, const Reference& solution) {
  return py::dict("states"_a = to_states(solution.states),
                  "second_states"_a = to_states(solution.second), "digits"_a = solution.digits,
                  "agreement"_a = solution.agreement, "method"_a = method_of(solution.method),
                  "second_method"_a = method_of(solution.second_method),
                  "cross_checks"_a = cross_checks_of(solution), "refused"_a = solution.refused,
                  "withdrawn"_a = solution.withdrawn, "growth"_a = solution.growth,
                  "outputs"_a = solution.outputs, "hash"_a = solution.hash,
                  "floor"_a = solution.refused.empty() ? text_of(floors(problem, solution))
                                                       : std::string("null"),
                  "summary"_a = summary(problem, solution));
}

py::dict certify(const ProblemHandle& p, std::optional<double> digits, int checkpoints,
                 const py::object& progress) {
  if (digits) check_digits(*digits);
  check_count("checkpoints", checkpoints);
  ReferenceOptions options{.checkpoints = checkpoints, .digits = digits};
  options.progress = call_of(progress);
  const Reference solution = [&] {
    const LongCall call;
    return reference(*p, options);
  }();
  return parts_of(*p, solution);
}

std::vector<State> read_states(const Problem& problem, const py::list& list) {
  std::vector<State> states;
  for (const py::handle entry : list) {
    const auto parts = entry.cast<py::tuple>();
    State& u = states.emplace_back();
    u.t = parts[0].cast<double>();
    read_vector(parts[1], "x", problem.dof(), Entries::finite, u.x);
    read_vector(parts[2], "v", problem.dof(), Entries::finite, u.v);
  }
  return states;
}

/// The error of states as records have it, as a text of JSON.
std::string error_of(const ProblemHandle& p, const py::list& list, std::optional<double> digits,
                     const py::object& progress) {
  if (digits) check_digits(*digits);
  std::vector<State> states = read_states(*p, list);
  const Judge::Options options{.checkpoints = static_cast<long>(list.size()),
                               .digits = digits,
                               .progress = call_of(progress)};
  const LongCall call;
  return error_json(error_of_states(*p, std::move(states), options)).dump();
}

}  // namespace

void add_references(py::module_& module) {
  module.def("certify", certify, "problem"_a, "digits"_a, "checkpoints"_a, "progress"_a);
  module.def("error_of", error_of, "problem"_a, "states"_a, "digits"_a, "progress"_a);
}

}  // namespace stiffbench::python
