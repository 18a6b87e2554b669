#include "harness/cli/commands/reference/cross_check_table.hpp"

#include "problems/contract/registry.hpp"
#include "reference/cross_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

/// Returns the name of a problem, and its parameters that differ from the defaults.
std::string name_of(const Problem& problem) {
  std::string text = problem.name();
  const Settings defaults = ProblemRegistry::instance().make(problem.name(), {})->parameters();
  for (const auto& [name, value] : problem.parameters())
    if (const auto other = defaults.find(name); other == defaults.end() || other->second != value)
      text += fmt::format(" {}={}", name, to_string(value));
  return text;
}

/// Returns the last six cells of a line.
std::string cells(const Problem& problem, const Reference& r, const CrossCheck& w) {
  if (!w.inconclusive.empty()) return "| | | | | inconclusive: " + w.inconclusive + " |";
  double x = 0, v = 0;
  for (const State& u : r.states) {
    x = std::max(x, u.x.lpNorm<Eigen::Infinity>());
    v = std::max(v, u.v.lpNorm<Eigen::Infinity>());
  }
  const ErrorMeasures &far = w.distance, &own = w.own_error;
  return fmt::format("| {:.1e} | {:.1e} | {:.1e} | {:.1e} | {} |", far.position_max / x,
                     own.position_max / x, far.velocity_max / v, own.velocity_max / v,
                     agrees(problem, r, w) ? "agrees" : "**disagrees**");
}

}  // namespace

std::string cross_check_table_head() {
  return "| problem | digits | cross-check | finest run | force evaluations | distance, x | own "
         "error, "
         "x | distance, v | own error, v | says |\n"
         "| --- | --: | --- | --- | --: | --: | --: | --: | --: | --- |\n";
}

std::string cross_check_table_lines(const Problem& problem, const Reference& r) {
  const std::string name = name_of(problem);
  if (!r.refused.empty()) return fmt::format("| {} | | | | | | | | | {} |\n", name, r.refused);
  const std::string begin = fmt::format("| {} | {:.1f} |", name, r.digits);
  if (r.cross_checks.empty()) return begin + " none | | | | | | | |\n";
  std::string lines;
  for (const CrossCheck& w : r.cross_checks)
    lines += fmt::format("{} {} | {} | {:.1e} {}\n", begin, w.method, w.setting, w.evaluations,
                         cells(problem, r, w));
  return lines;
}

}  // namespace stiffbench
