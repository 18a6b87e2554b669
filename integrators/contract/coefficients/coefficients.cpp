#include "integrators/contract/coefficients/coefficients.hpp"

#include "base/error.hpp"

#include <map>

namespace stiffbench {
namespace {

using DescriptionsOfCoefficients = std::map<std::string, std::function<MethodCoefficients()>>;

DescriptionsOfCoefficients& descriptions_of_coefficients() {
  static DescriptionsOfCoefficients all;  // made before any enrolment
  return all;
}

}  // namespace

bool enrol_coefficients(const std::string& integrator,
                        std::function<MethodCoefficients()> describe) {
  if (!descriptions_of_coefficients().emplace(integrator, std::move(describe)).second)
    throw Error("an integrator has one description of its coefficients",
                "a second one of '" + integrator + "'", "enrol one of the two alone");
  return true;
}

std::optional<MethodCoefficients> coefficients_of(const std::string& integrator) {
  const auto match = descriptions_of_coefficients().find(integrator);
  if (match == descriptions_of_coefficients().end()) return std::nullopt;
  return match->second();
}

}  // namespace stiffbench
