#include "integrators/contract/claims.hpp"

#include <map>

namespace stiffbench {
namespace {

std::map<std::string, std::function<BrokenClaims()>>& checks() {
  static std::map<std::string, std::function<BrokenClaims()>> all;  // made before any enrolment
  return all;
}

}  // namespace

bool enrol_claims(const std::string& integrator, std::function<BrokenClaims()> check) {
  return checks().emplace(integrator, std::move(check)).second;
}

std::optional<BrokenClaims> broken_claims(const std::string& integrator) {
  const auto match = checks().find(integrator);
  if (match == checks().end()) return std::nullopt;
  return match->second();
}

}  // namespace stiffbench
