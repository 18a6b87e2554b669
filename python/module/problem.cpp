#include "python/module/problem.hpp"

#include "base/error.hpp"
#include "problems/contract/problem_hash.hpp"
#include "problems/contract/registry.hpp"
#include "python/module/convert/values.hpp"
#include "python/module/evaluations.hpp"
#include "python/module/handles.hpp"

#include <fmt/format.h>

#include <map>
#include <pybind11/stl.h>

namespace stiffbench::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

py::dict traits_of(const Problem& problem) {
  const ProblemTraits traits = problem.traits();
  py::dict dict("damped"_a = traits.damped, "varying_damping"_a = traits.varying_damping,
                "time_dependent"_a = traits.time_dependent, "linear"_a = traits.linear,
                "smooth"_a = traits.smooth, "varying_pattern"_a = traits.varying_pattern,
                "separated"_a = traits.separated());
  dict["rayleigh"] = py::none();
  if (traits.rayleigh)
    dict["rayleigh"] =
        py::dict("mass"_a = traits.rayleigh->mass, "stiffness"_a = traits.rayleigh->stiffness);
  return dict;
}

const ProblemFacts& facts_of(const Problem& problem) {
  return ProblemRegistry::instance().find(problem.name()).facts;
}

std::string text_of(const Problem& problem) {
  return fmt::format("<stiffbench.Problem '{}', {} dof, end_time {} {}>", problem.name(),
                     problem.dof(), problem.end_time(), facts_of(problem).units.time);
}

/// Adds the properties that a problem and its views share.
template <class Handle>
void add_data(py::class_<Handle, std::shared_ptr<Handle>>& type) {
  type.def_property_readonly(
      "dof", [](const Handle& p) { return p->dof(); }, "Length of x, of v and of forces");
  type.def_property_readonly(
      "mass",
      [](const py::object& self) { return view_of(self.cast<Handle&>()->mass().matrix(), self); },
      "Mass matrix M (kg), a read-only csr_matrix of shape (dof, dof)");
  type.def_property_readonly(
      "split",
      [](const py::object& self) {
        return view_of(self.cast<Handle&>()->linear_stiffness(), self);
      },
      "Constant stiffness K0 (N/m) of the split M x'' = -K0 x + g(x), a read-only csr_matrix");
  type.def(
      "mass_solve",
      [](const Handle& p, const py::object& f, const py::object& out) {
        thread_local Vec in, a;
        read_vector(f, "f", p->dof(), Entries::any, in);
        check_out(out, p->dof());
        p->mass().solve(in, a);
        return write_vector(a, out);
      },
      "f"_a, py::kw_only(), "out"_a = py::none(), "Acceleration M^-1 f (m/s^2), shape (dof,)");
}

void add_problem(py::module_& module) {
  py::class_<ProblemHandle, std::shared_ptr<ProblemHandle>> type(
      module, "Problem",
      "The equation M x'' = f(x, v, t) with its data. It never changes; several threads may use "
      "one. stiffbench.problem() makes it.");
  add_data(type);
  Evaluations<ProblemHandle>(type, Entries::finite);
  const auto property = [&](const char* name, auto get, const char* doc) {
    type.def_property_readonly(
        name, [get](const ProblemHandle& p) { return get(*p); }, doc);
  };
  property(
      "name", [](const Problem& p) { return p.name(); }, "Name on the command line");
  property(
      "title", [](const Problem& p) { return facts_of(p).title; }, "One line");
  property(
      "equation", [](const Problem& p) { return facts_of(p).equation; }, "Plain text");
  property(
      "source", [](const Problem& p) { return facts_of(p).doi; },
      "DOI of the source; empty for textbook problems");
  property(
      "parameters", [](const Problem& p) { return to_python(p.parameters()); },
      "Every parameter with its value, a dict");
  property(
      "end_time", [](const Problem& p) { return p.end_time(); }, "End of the motion (s)");
  property("traits", traits_of, "What the order and the scope of methods depend on, a dict");
  property(
      "initial_state", [](const Problem& p) { return to_state(p.start()); },
      "State(t, x, v) at the start");
  property(
      "hash", [](const Problem& p) { return problem_hash(p); },
      "Hash of the equation's data, as in records");
  property(
      "order_checks",
      [](const Problem& p) {
        py::list sets;
        for (const Settings& set : facts_of(p).order_checks) sets.append(to_python(set));
        return sets;
      },
      "Parameter sets on which orders are measured, dicts");
  type.def("__repr__", [](const ProblemHandle& p) { return text_of(*p); });
}

void count_work(const ViewHandle& p, std::map<std::string, long> counts) {
  for (const auto& [name, count] : counts)
    if (count < 0)
      throw Error("counts of work are not negative", fmt::format("{} of {}", count, name),
                  "count what was done");
  Work::each(p->work(), [&](const char* name, long& total) {
    if (auto entry = counts.extract(name)) total += entry.mapped();
  });
  if (!counts.empty())
    throw Error("work is counted by the names that records have", "'" + counts.begin()->first + "'",
                "see 'work' of a record");
}

void add_view(py::module_& module) {
  py::class_<ViewHandle, std::shared_ptr<ViewHandle>> type(
      module, "CountedProblem",
      "The view of a problem that methods get in a run. Every evaluation is counted.");
  add_data(type);
  Evaluations<ViewHandle>(type, Entries::any);
  type.def_property_readonly(
      "lags", [](const ViewHandle& p) { return p->lags(); },
      "True if the force is that of a step, which changes when the next one begins");
  type.def("count_work", count_work, "counts"_a,
           "Adds the work of a library that the view does not pass through, such as SciPy's "
           "factorizations: count_work({'factorize': 1})");
}

py::list all_problems() {
  py::list list;
  for (const ProblemEntry& entry : ProblemRegistry::instance().all()) {
    py::dict parameters;
    for (const ParameterFacts& parameter : entry.parameters)
      parameters[py::str(parameter.name)] = to_python(parameter.value);
    const ProblemFacts& facts = entry.facts;
    list.append(py::dict("name"_a = facts.name, "title"_a = facts.title,
                         "equation"_a = facts.equation, "source"_a = facts.doi,
                         "parameters"_a = parameters));
  }
  return list;
}

}  // namespace

const CountedProblem& ViewHandle::operator*() const {
  if (problem_) return *problem_;
  throw Error("a method uses its view of the problem in its run alone", "a call after the run",
              "make a problem with stiffbench.problem()");
}

const Problem& LentProblem::operator*() const {
  if (problem_) return *problem_;
  throw Error("order() and why_not_applicable() use their problem only until they return",
              "a later call", "make a problem with stiffbench.problem()");
}

void add_problems(py::module_& module) {
  add_problem(module);
  add_view(module);
  py::class_<LentProblem, std::shared_ptr<LentProblem>> lent(
      module, "LentProblem", "What order() and why_not_applicable() of a method may read.");
  lent.def_property_readonly("name", [](const LentProblem& p) { return p->name(); });
  lent.def_property_readonly("dof", [](const LentProblem& p) { return p->dof(); });
  lent.def_property_readonly("traits", [](const LentProblem& p) { return traits_of(*p); });
  lent.def_property_readonly("has_diagonal_mass",
                             [](const LentProblem& p) { return p->mass().is_diagonal(); });
  lent.def_property_readonly("parameters",
                             [](const LentProblem& p) { return to_python(p->parameters()); });
  module.def(
      "problem",
      [](const std::string& name, const py::kwargs& parameters) {
        const Settings settings = settings_from(owner_of("problem", name), parameters);
        py::gil_scoped_release release;
        return std::make_shared<ProblemHandle>(ProblemRegistry::instance().make(name, settings));
      },
      "name"_a, py::pos_only(),
      "The problem of this name, with these parameters in place of its defaults: "
      "problem('fput', omega=50)");
  module.def("problems", all_problems, "Facts of all problems, dicts sorted by name");
}

}  // namespace stiffbench::python
