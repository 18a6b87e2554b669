#include "integrators/phi/phi.hpp"

#include "problems/error.hpp"

#include <map>

namespace stiffbench::phi {
namespace {

using Factory = std::function<std::unique_ptr<Backend>()>;

std::map<std::string, Factory>& factories() {
  static std::map<std::string, Factory> all;
  return all;
}

std::unique_ptr<Backend> make_backend(const std::string& name) {
  const auto found = factories().find(name);
  if (found == factories().end())
    throw Error("phi must name a back end", "'" + name + "'", near_matches(name, backend_names()));
  return found->second();
}

}  // namespace

bool enrol_backend(std::string name, Factory make) {
  return factories().emplace(std::move(name), std::move(make)).second;
}

std::vector<std::string> backend_names() {
  std::vector<std::string> names{"auto"};
  for (const auto& [name, factory] : factories()) names.push_back(name);
  return names;
}

std::string resolve_backend(const std::string& name, const Problem& problem) {
  if (name != "auto") return name;
  const bool dense = problem.nature().damped || problem.dof() <= auto_dense_limit;
  return dense ? "dense" : "chebyshev";
}

std::string Phi::unfit(const Problem& problem) const {
  return make_backend(resolve_backend(choice, problem))->unfit(problem);
}

void Phi::init(const CountedProblem& problem, double h) {
  resolved_ = resolve_backend(choice, problem);
  held_ = make_backend(resolved_);
  if (const std::string reason = held_->unfit(problem); !reason.empty())
    throw Error("the phi back end '" + resolved_ + "' must fit the problem", reason,
                "choose another phi");
  held_->init(problem, h, tolerance);
}

}  // namespace stiffbench::phi
