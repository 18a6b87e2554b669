#include "harness/pictures/fastest_rates.hpp"

#include "base/error.hpp"
#include "problems/contract/problem_hash.hpp"
#include "problems/contract/registry.hpp"
#include "reference/scales.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace stiffbench {

namespace {

/// Returns true if this program has the problem, with every parameter in the record.
bool has_problem(const Record& record) {
  for (const ProblemEntry& entry : ProblemRegistry::instance().all()) {
    if (entry.facts.name != record.problem.name) continue;
    return std::ranges::all_of(record.problem.parameters, [&](const auto& setting) {
      return std::ranges::count(entry.parameters, setting.first, &ParameterFacts::name) > 0;
    });
  }
  return false;
}

}  // namespace

std::unique_ptr<Problem> problem_of(const Record& record) {
  if (!has_problem(record)) return nullptr;  // a problem of another program or version
  try {
    auto problem = ProblemRegistry::instance().make(record.problem.name, record.problem.parameters);
    return problem_hash(*problem) == record.problem.hash ? std::move(problem) : nullptr;
  } catch (const Error& error) {
    fmt::print(stderr, "note: {} of the records cannot be made here: {}\n", record.problem.name,
               error.what());
    return nullptr;
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
