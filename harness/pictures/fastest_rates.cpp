#include "harness/pictures/fastest_rates.hpp"

#include "base/error.hpp"
#include "problems/contract/problem_hash.hpp"
#include "problems/contract/registry.hpp"
#include "reference/scout.hpp"

#include <cmath>

namespace stiffbench {

std::unique_ptr<Problem> problem_of(const Record& record) {
  try {
    auto problem = ProblemRegistry::instance().make(record.problem.name, record.problem.parameters);
    return problem_hash(*problem) == record.problem.hash ? std::move(problem) : nullptr;
  } catch (const Error&) {
    return nullptr;  // another program's problem, or one with other parameters
  }
}

void add_fastest_rates(std::vector<Row>& rows) {
  each_problem(rows, [](std::span<Row> of_problem) {
    const auto problem = problem_of(of_problem[0].record);
    if (!problem) return;
    const double rate = references::fastest_rate(*problem, problem->start());
    if (!std::isfinite(rate) || !(rate > 0)) return;
    for (Row& row : of_problem) row.omega_max = rate;
  });
}

}  // namespace stiffbench
