// Problems by name and parameters, and their facts.
#include "c/calls/arrays.hpp"
#include "c/calls/options.hpp"
#include "problems/contract/problem_hash.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/ranges.h>

namespace stiffbench::c {
namespace {

/// Names and values of the traits of a problem or of a view.
template <class AnyProblem>
std::vector<std::pair<const char*, bool>> traits_of(const AnyProblem& problem) {
  const ProblemTraits traits = problem.traits();
  return {{"damped", traits.damped},
          {"varying_damping", traits.varying_damping},
          {"time_dependent", traits.time_dependent},
          {"linear", traits.linear},
          {"smooth", traits.smooth},
          {"varying_pattern", traits.varying_pattern},
          {"separated", traits.separated()},
          {"diagonal_mass", problem.mass().is_diagonal()}};
}

template <class AnyProblem>
bool trait_of(const AnyProblem& problem, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [trait, holds] : traits_of(problem)) {
    if (name == trait) return holds;
    names.emplace_back(trait);
  }
  throw Error(fmt::format("the traits of a problem are {}", fmt::join(names, ", ")),
              fmt::format("'{}'", name), "give one of them");
}

Json facts_of(const Problem& problem) {
  const ProblemFacts& facts = ProblemRegistry::instance().find(problem.name()).facts;
  Json traits = Json::object();
  for (const auto& [trait, holds] : traits_of(problem)) traits[trait] = holds;
  return {
      {"name", facts.name},
      {"title", facts.title},
      {"equation", facts.equation},
      {"source", text_or_null(facts.doi)},
      {"parameters", to_json(problem.parameters())},
      {"dof", problem.dof()},
      {"end_time", problem.end_time()},
      {"units",
       {{"length", facts.units.length}, {"mass", facts.units.mass}, {"time", facts.units.time}}},
      {"traits", traits},
      {"hash", problem_hash(problem)}};
}

}  // namespace
}  // namespace stiffbench::c

using namespace stiffbench;

int stiffbench_make_problem(const char* name, const char* parameters, stiffbench_problem* problem) {
  return c::guarded([&] {
    c::require_pointer(problem, "problem");
    const std::string word = c::text_from(name, "name");
    const Settings settings = c::settings_from(parameters, fmt::format("problem '{}'", word));
    *problem = c::open_handle({ProblemRegistry::instance().make(word, settings), nullptr});
  });
}

int stiffbench_free_problem(stiffbench_problem problem) {
  return c::guarded([&] {
    c::problem_of(problem);
    c::close_handle(problem);
  });
}

int stiffbench_facts(stiffbench_problem problem) {
  return c::guarded([&] { c::leave_text(c::facts_of(*c::problem_of(problem)).dump()); });
}

int stiffbench_dof(stiffbench_problem problem, int64_t* dof) {
  return c::guarded([&] {
    c::require_pointer(dof, "dof");
    c::visit(c::target_of(problem), [&](const auto& p) { *dof = p.dof(); });
  });
}

int stiffbench_end_time(stiffbench_problem problem, double* end_time) {
  return c::guarded([&] {
    c::require_pointer(end_time, "end_time");
    *end_time = c::problem_of(problem)->end_time();
  });
}

int stiffbench_trait(stiffbench_problem problem, const char* trait, int32_t* holds) {
  return c::guarded([&] {
    c::require_pointer(holds, "holds");
    const std::string name = c::text_from(trait, "trait");
    c::visit(c::target_of(problem), [&](const auto& p) { *holds = c::trait_of(p, name); });
  });
}

int stiffbench_initial_state(stiffbench_problem problem, double* t, double* x, int64_t x_length,
                             double* v, int64_t v_length) {
  return c::guarded([&] {
    c::require_pointer(t, "t");
    const auto p = c::problem_of(problem);
    const c::Output out_x{"x", x, x_length}, out_v{"v", v, v_length};
    c::check(out_x, p->dof());
    c::check(out_v, p->dof());
    const State u = p->start();
    *t = u.t;
    c::write(u.x, out_x);
    c::write(u.v, out_v);
  });
}
