#include "harness/truth.hpp"

#include "problems/error.hpp"

namespace stiffbench {

std::vector<State> true_states(const Problem& problem, long checkpoints) {
  std::vector<State> states;
  for (long i = 1; i <= checkpoints; ++i) {
    const double t = problem.end_time() * static_cast<double>(i) / static_cast<double>(checkpoints);
    if (auto exact = problem.exact(t)) states.push_back(std::move(*exact));
  }
  return states;
}

}  // namespace stiffbench
