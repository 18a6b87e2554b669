#include "integrators/contract/forces_at_start.hpp"

#include <set>

namespace stiffbench {
namespace {

std::set<std::string>& names() {
  static std::set<std::string> all;  // made before any enrolment
  return all;
}

}  // namespace

bool enrol_forces_at_start(const std::string& integrator) {
  return names().insert(integrator).second;
}

bool has_forces_at_start(const std::string& integrator) { return names().contains(integrator); }

}  // namespace stiffbench
