// Certified solutions, and errors of states against them.
#include "c/calls/arrays.hpp"
#include "c/calls/options.hpp"
#include "harness/single/error_of_states.hpp"
#include "harness/single/turn.hpp"
#include "reference/reference.hpp"

#include <cmath>
#include <limits>

namespace stiffbench::c {
namespace {

Json vector_json(const Vec& vector) {
  Json list = Json::array();
  for (const double number : vector) list.push_back(finite_or_null(number));
  return list;
}

Json reference_json(const Problem& problem, const Reference& solution) {
  Json states = Json::array();
  for (const State& u : solution.states)
    states.push_back({{"t", u.t}, {"x", vector_json(u.x)}, {"v", vector_json(u.v)}});
  return {{"digits", finite_or_null(solution.digits)},    {"method", solution.method.name},
          {"second_method", solution.second_method.name}, {"hash", solution.hash},
          {"summary", summary(problem, solution)},        {"states", states}};
}

std::optional<double> digits_from(const Options& options) {
  const auto digits = options.find<double>("digits");
  if (digits) check_digits(*digits);
  return digits;
}

/// Splits arrays of `count` states.
std::vector<State> states_from(const Problem& problem, const Input& t, const Input& x,
                               const Input& v) {
  const Eigen::Index dof = problem.dof(), count = t.length;
  if (count < 1 || count > std::numeric_limits<int>::max())
    throw Refusal(STIFFBENCH_BAD_LENGTH, "t has the times of at least one state",
                  fmt::format("{} entries", count), "give the state at the end");
  Vec times, positions, velocities;
  read(t, count, Entries::finite, times);
  read(x, count * dof, Entries::finite, positions);
  read(v, count * dof, Entries::finite, velocities);
  std::vector<State> states;
  for (Eigen::Index i = 0; i < count; ++i)
    states.push_back({times[i], positions.segment(i * dof, dof), velocities.segment(i * dof, dof)});
  return states;
}

}  // namespace
}  // namespace stiffbench::c

using namespace stiffbench;

int stiffbench_reference(stiffbench_problem problem, const char* options, double* digits, double* x,
                         int64_t x_length, double* v, int64_t v_length) {
  return c::guarded([&] {
    c::require_pointer(digits, "digits");
    const auto p = c::problem_of(problem);
    const c::Output out_x{"x", x, x_length}, out_v{"v", v, v_length};
    c::check(out_x, p->dof());
    c::check(out_v, p->dof());
    const c::Options given(options, "options of a reference", {"digits", "checkpoints"});
    const int checkpoints = given.find<int>("checkpoints").value_or(1);
    if (checkpoints < 1)
      throw Error("checkpoints are at least 1", fmt::format("{}", checkpoints), "give more");
    const std::optional<double> least = c::digits_from(given);
    const HarnessTurn turn;
    const Reference solution = reference(*p, {.checkpoints = checkpoints, .digits = least});
    if (solution.states.empty())
      throw Error("a certified solution has states", "none: " + solution.refused,
                  "see docs/references.md for chaotic motions");
    Json json = c::reference_json(*p, solution);
    c::write(solution.states.back().x, out_x);
    c::write(solution.states.back().v, out_v);
    *digits = solution.digits;
    c::leave_text(json.dump());
  });
}

int stiffbench_error_of_states(stiffbench_problem problem, const char* options, const double* t,
                               int64_t t_length, const double* x, int64_t x_length, const double* v,
                               int64_t v_length, double* error) {
  return c::guarded([&] {
    c::require_pointer(error, "error");
    const auto p = c::problem_of(problem);
    std::vector<State> states =
        c::states_from(*p, {"t", t, t_length}, {"x", x, x_length}, {"v", v, v_length});
    const Judge::Options judging{
        .checkpoints = t_length,
        .digits = c::digits_from({options, "options of an error", {"digits"}})};
    const HarnessTurn turn;
    const Json json = error_json(error_of_states(*p, std::move(states), judging));
    const Json& norm = json.is_null() ? json : json.at("energy_norm_relative");
    *error = norm.is_null() ? std::numeric_limits<double>::quiet_NaN() : norm.get<double>();
    c::leave_text(json.dump());
  });
}
