#include "harness/tuning/chosen_settings.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

double log_step(const RunPlan& plan) { return std::log(plan.request.tolerance.value_or(plan.h)); }

}  // namespace

ChosenSettings::Method ChosenSettings::method_of(const RunPlan& plan) {
  const RunRequest& request = plan.request;
  return {plan.problem.get(), request.integrator, request.integrator_settings, request.threads};
}

void ChosenSettings::add(const RunPlan& plan, const Settings& chosen) {
  chosen_[method_of(plan)].emplace_back(log_step(plan), chosen);
}

std::optional<Settings> ChosenSettings::nearest(const RunPlan& plan) const {
  const auto method = chosen_.find(method_of(plan));
  if (method == chosen_.end()) return std::nullopt;
  return std::ranges::min_element(
             method->second, {},
             [&](const auto& one) { return std::abs(one.first - log_step(plan)); })
      ->second;
}

}  // namespace stiffbench
