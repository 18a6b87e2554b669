#include "problems/contract/registry.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench {

ProblemRegistry& ProblemRegistry::instance() {
  // Constructed on first use, since enrolments run before main in any order.
  static ProblemRegistry registry;
  return registry;
}

bool ProblemRegistry::add(ProblemEntry entry, CodeOrigin origin) {
  entry.parameters.push_back({"end_time", detail::to_value(std::optional<double>{}),
                              detail::automatic_or(positive()),
                              "span of time (s); automatic: the problem's own"});
  const std::string name = entry.facts.name;
  return entries_.enrol(name, std::move(entry), std::move(origin));
}

std::unique_ptr<Problem> ProblemRegistry::make(const std::string& name,
                                               const Settings& settings) const {
  const std::string owner = "problem '" + name + "'";
  const ProblemEntry& entry = find(name);
  std::vector<std::string> names;
  for (const auto& parameter : entry.parameters) names.push_back(parameter.name);
  detail::check_names(owner, settings, names);
  Settings own = settings;
  const auto span = own.extract("end_time");
  auto [problem, resolved] = entry.make(owner, own);
  problem->name_ = name;
  std::optional<double> end_time;
  if (!span.empty())
    end_time = detail::from_value<std::optional<double>>(owner, "end_time", span.mapped());
  problem->end_time_ = end_time.value_or(problem->default_end_time());
  if (!(problem->end_time_ > 0) || !std::isfinite(problem->end_time_))
    throw Error(owner + ": end_time must be positive and finite", to_string(problem->end_time_),
                "give the span of time in seconds");
  problem->parameters_ = std::move(resolved);
  problem->parameters_["end_time"] = problem->end_time_;
  const double energy = problem->energy(problem->start());
  if (!std::isfinite(energy))
    throw Error(owner + ": the energy at the start is finite",
                fmt::format("{} J", std::abs(energy)),
                "choose parameters nearer to the defaults, which 'stiffbench list problems' shows");
  return std::move(problem);
}

}  // namespace stiffbench
