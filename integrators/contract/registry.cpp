#include "integrators/contract/registry.hpp"

namespace stiffbench {

IntegratorRegistry& IntegratorRegistry::instance() {
  static IntegratorRegistry registry;  // made on first use: enrolment runs before main in any order
  return registry;
}

bool IntegratorRegistry::add(AnyIntegrator method, CodeOrigin origin) {
  const std::string name = method->facts().name;
  return methods_.enrol(name, std::move(method), std::move(origin));
}

AnyIntegrator IntegratorRegistry::make(const std::string& name, const Settings& settings) const {
  AnyIntegrator method = methods_.find(name);
  method->assign(settings);
  return method;
}

}  // namespace stiffbench
