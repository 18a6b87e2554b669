#include "problems/contract/registry.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench {

ProblemRegistry& ProblemRegistry::instance() {
  static ProblemRegistry registry;  // made on first use: enrolment runs before main in any order
  return registry;
}

void ProblemRegistry::add(ProblemEntry entry) {
  for (auto& held : entries_)
    if (held.facts.name == entry.facts.name)
      throw Error("a problem's name is its own", "'" + entry.facts.name + "' twice",
                  "rename one of the two files' problems");
  entry.parameters.push_back({"end_time", detail::to_value(std::optional<double>{}),
                              detail::automatic_or(positive()),
                              "span of time (s); automatic: the problem's own"});
  auto place = std::lower_bound(
      entries_.begin(), entries_.end(), entry.facts.name,
      [](const ProblemEntry& held, const std::string& name) { return held.facts.name < name; });
  entries_.insert(place, std::move(entry));
}

const ProblemEntry& ProblemRegistry::find(const std::string& name) const {
  std::vector<std::string> known;
  for (auto& entry : entries_) {
    if (entry.facts.name == name) return entry;
    known.push_back(entry.facts.name);
  }
  const std::string near = near_matches(name, known);
  throw Error("a problem must be one that 'stiffbench list problems' shows", "'" + name + "'",
              near.empty() ? "see the list" : near + "?");
}

std::unique_ptr<Problem> ProblemRegistry::make(const std::string& name,
                                               const Settings& settings) const {
  const std::string owner = "problem '" + name + "'";
  Settings own = settings;
  const auto span = own.extract("end_time");
  auto [problem, resolved] = find(name).make(owner, own);
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
  return std::move(problem);
}

}  // namespace stiffbench
