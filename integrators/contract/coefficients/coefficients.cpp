#include "integrators/contract/coefficients/coefficients.hpp"

#include <map>

namespace stiffbench {
namespace {

std::map<std::string, std::function<MethodCoefficients()>>& descriptions_of_coefficients() {
  static std::map<std::string, std::function<MethodCoefficients()>>
      all;  // made before any enrolment
  return all;
}

}  // namespace

bool enrol_coefficients(const std::string& integrator,
                        std::function<MethodCoefficients()> describe) {
  return descriptions_of_coefficients().emplace(integrator, std::move(describe)).second;
}

std::optional<MethodCoefficients> coefficients_of(const std::string& integrator) {
  const auto match = descriptions_of_coefficients().find(integrator);
  if (match == descriptions_of_coefficients().end()) return std::nullopt;
  return match->second();
}

}  // namespace stiffbench
