#pragma once

#include "harness/run/plan.hpp"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace stiffbench {

/// Settings that searches chose. A search begins with those of the nearest step.
class ChosenSettings {
 public:
  /// Adds the settings chosen for a run, as changes of the requested ones.
  void add(const RunPlan& plan, const Settings& chosen);
  /// Returns the settings chosen for the same method and problem at the nearest step or tolerance,
  /// measured by ratios; nothing if there are none.
  std::optional<Settings> nearest(const RunPlan& plan) const;

 private:
  /// Problem, integrator, requested settings and threads.
  using Method = std::tuple<const Problem*, std::string, Settings, long>;
  static Method method_of(const RunPlan& plan);

  std::map<Method, std::vector<std::pair<double, Settings>>> chosen_;  // by log(step)
};

}  // namespace stiffbench
