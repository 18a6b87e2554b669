#include "harness/records/compare/report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {

bool ComparisonReport::gates(Quantity quantity) const {
  return std::ranges::find(gate, quantity) != gate.end();
}

bool ComparisonReport::failed() const {
  if (gates_missing && !comparison.only_before.empty()) return true;
  return std::ranges::any_of(findings(comparison, Verdict::worse),
                             [&](const Finding& finding) { return gates(finding.quantity); });
}

const Change& Finding::change() const {
  return method->changes[static_cast<std::size_t>(quantity)];
}

std::string Finding::text() const {
  const auto place = static_cast<std::size_t>(quantity);
  const long runs =
      change().verdict == Verdict::worse ? method->worse[place] : method->better[place];
  const std::string share = quantity == Quantity::order || method->runs == 1
                                ? ""
                                : fmt::format("{} of {} runs, ", runs, method->runs);
  return fmt::format("{}{}: {}", share, method->steps[place], change().text);
}

std::vector<Finding> findings(const Comparison& comparison, Verdict verdict) {
  std::vector<Finding> all;
  for (const MethodComparison& method : comparison.methods)
    for (std::size_t i = 0; i < quantity_count; ++i)
      if (method.changes[i].verdict == verdict) all.push_back({&method, static_cast<Quantity>(i)});
  return all;
}

}  // namespace stiffbench
