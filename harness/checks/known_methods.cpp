#include "harness/checks/known_methods.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace stiffbench {
namespace {

struct Known {
  Family family;
  int order;
  const char* name;
};
constexpr std::array known_methods{
    Known{Family::implicit, 2, "newmark"},
    Known{Family::implicit, 4, "gauss4"},
    Known{Family::implicit, 5, "radau_iia5"},
    Known{Family::implicit, 6, "gauss6"},
    Known{Family::diagonally_implicit, 1, "implicit_euler"},
    Known{Family::diagonally_implicit, 2, "sdirk2"},
    Known{Family::diagonally_implicit, 3, "sdirk3"},
    Known{Family::diagonally_implicit, 4, "sdirk_nc34"},
    Known{Family::rosenbrock, 3, "ros3pl"},
    Known{Family::exponential, 2, "exprb2"},
    Known{Family::rosenbrock, 4, "rodas4"},
    Known{Family::exponential, 4, "exprb42"},
    Known{Family::explicit_steps, 1, "explicit_euler"},
    Known{Family::explicit_steps, 2, "velocity_verlet"},
    Known{Family::explicit_steps, 4, "rk4"},
    Known{Family::explicit_steps, 5, "dopri5"},
    Known{Family::explicit_steps, 6, "yoshida6"},
};

/// Returns the errors of a method on one set that show its order, by step size. Errors at steps
/// below the fitted ones are excluded, because they are at the floor of the reference; larger
/// errors at larger steps are included.
std::map<double, double> errors_of_order(const Measurement& measurement) {
  constexpr double pre_asymptotic = 1e-2;
  const auto& points = measurement.points;
  const auto finest = std::find_if(points.rbegin(), points.rend(),
                                   [](const ErrorAtStep& point) { return point.fitted; });
  std::map<double, double> errors;
  if (finest == points.rend()) return errors;
  for (const ErrorAtStep& point : points)
    if (point.h >= finest->h && point.error > 0 && point.error <= pre_asymptotic)
      errors[point.h] = point.error;
  return errors;
}

}  // namespace

std::string known_method_beside(const Facts& facts, int order) {
  const auto find = [&](bool of_family) {
    return std::ranges::find_if(known_methods, [&](const Known& candidate) {
      return candidate.order == order && candidate.name != facts.name &&
             (!of_family || candidate.family == facts.family);
    });
  };
  auto match = find(true);
  if (match == known_methods.end()) match = find(false);
  return match == known_methods.end() ? "" : match->name;
}

std::vector<ErrorRatio> error_ratios(const std::vector<OrderCheck>& checks,
                                     const std::string& method, const std::string& beside) {
  std::map<std::pair<std::string, int>, std::map<double, double>> others;  // by set and order
  for (const OrderCheck& check : checks)
    if (check.integrator == beside)
      others[{check.set, check.declared}] = errors_of_order(check.measurement);
  std::vector<ErrorRatio> ratios;
  for (const OrderCheck& check : checks) {
    if (check.integrator != method) continue;
    const auto& other = others[{check.set, check.declared}];
    for (const auto& [h, error] : errors_of_order(check.measurement))
      if (const auto match = other.find(h); match != other.end()) {
        ratios.push_back({check.set, h, error / match->second});
        break;  // the smallest step comes first
      }
  }
  std::ranges::sort(ratios, {}, &ErrorRatio::ratio);
  return ratios;
}

}  // namespace stiffbench
