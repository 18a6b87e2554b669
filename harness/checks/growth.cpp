#include "harness/checks/growth.hpp"

#include "problems/contract/registry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiffbench {
namespace {

constexpr int step_count = 30;  // more than the oscillator's outputs need

}  // namespace

Growth growth_of(const AnyIntegrator& method, double h_omega) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Growth growth{h_omega, none, none};
  const auto problem = ProblemRegistry::instance().make(
      "oscillator", {{"omega", 1.0}, {"v0", 0.5}, {"end_time", step_count * h_omega}});
  if (growth.failure = method->why_not_applicable(*problem); !growth.failure.empty()) return growth;
  const CountedProblem counted(*problem);
  AnyIntegrator stepped = method;
  stepped->init(counted, h_omega);
  const auto outputs = problem->outputs(0);
  State u = problem->start();
  outputs->see(u);
  for (int step = 0; step < step_count; ++step) {
    if (const Outcome outcome = stepped->step(u); !outcome.ok()) {
      growth.failure = outcome.reason;
      return growth;
    }
    outputs->see(u);
  }
  const Settings result = outputs->result();
  growth.radius = std::get<double>(result.at("spectral_radius"));
  growth.dispersion = std::get<double>(result.at("dispersion"));
  if (std::isnan(growth.radius)) growth.failure = "no matrix maps its states";
  return growth;
}

bool is_growth_of(const StabilityFunction& R, const Growth& growth) {
  const double expected = std::abs(R({0, growth.h_omega}));
  // States that overflow a double cannot be measured, which agrees with R.
  if (std::isnan(growth.radius)) return std::isinf(std::pow(expected, step_count));
  return std::abs(growth.radius - expected) <= 1e-6 * std::max(1.0, expected);
}

}  // namespace stiffbench
