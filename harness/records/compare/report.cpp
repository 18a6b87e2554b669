#include "harness/records/compare/report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {

bool ComparisonReport::gates(Quantity quantity) const {
  return std::ranges::find(gate, quantity) != gate.end();
}

bool ComparisonReport::failed() const {
  if (gates_missing && !comparison.only_before.empty()) return true;
  return std::ranges::any_of(method_changes(comparison, Verdict::worse),
                             [&](const MethodChange& one) { return gates(one.quantity); });
}

const Change& MethodChange::change() const {
  return method->changes[static_cast<std::size_t>(quantity)];
}

std::string MethodChange::text() const {
  const auto place = static_cast<std::size_t>(quantity);
  const long runs =
      change().verdict == Verdict::worse ? method->worse[place] : method->better[place];
  const std::string share = quantity == Quantity::order || method->runs == 1
                                ? ""
                                : fmt::format("{} of {} runs, ", runs, method->runs);
  return fmt::format("{}{}: {}", share, method->steps[place], change().text);
}

std::string code_remark(const Comparison& comparison) {
  const auto runs = static_cast<long>(comparison.runs.size());
  if (comparison.same_code == 0) return "";
  return fmt::format("the code of {} is the same on both sides",
                     comparison.same_code < runs
                         ? fmt::format("{} of the {} runs", comparison.same_code, runs)
                     : runs == 1 ? "the one run"
                                 : fmt::format("all {} runs", runs));
}

std::vector<MethodChange> method_changes(const Comparison& comparison, Verdict verdict) {
  std::vector<MethodChange> all;
  for (const MethodComparison& method : comparison.methods)
    for (std::size_t i = 0; i < quantity_count; ++i)
      if (method.changes[i].verdict == verdict) all.push_back({&method, static_cast<Quantity>(i)});
  return all;
}

}  // namespace stiffbench
