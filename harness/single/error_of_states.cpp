#include "harness/single/error_of_states.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {
namespace {

void check_times(const Problem& problem, const std::vector<State>& states) {
  const auto count = static_cast<double>(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    const double t = problem.end_time() * static_cast<double>(i + 1) / count;
    if (!(std::abs(states[i].t - t) <= 1e-9 * problem.end_time()))
      throw Error(fmt::format("state {} of {} is that at t = {}", i + 1, states.size(), t),
                  fmt::format("t = {}", states[i].t), "integrate until there");
  }
}

}  // namespace

std::optional<RunError> error_of_states(const Problem& problem, std::vector<State> states,
                                        const Judge::Options& options) {
  if (states.empty() || static_cast<long>(states.size()) != options.checkpoints)
    throw Error("an error is that of states at checkpoints",
                fmt::format("{} states at {} times", states.size(), options.checkpoints),
                "give the state at the end, or one at each checkpoint");
  check_times(problem, states);
  Observation observation;
  observation.checkpoints = std::move(states);
  return Judge(problem, options).error(problem, observation);
}

Json error_json(const std::optional<RunError>& error) {
  RunResult result;
  result.error = error;
  return to_json(result)["error"];
}

}  // namespace stiffbench
