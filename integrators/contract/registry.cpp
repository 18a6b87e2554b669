#include "integrators/contract/registry.hpp"

#include "base/error.hpp"

#include <algorithm>

namespace stiffbench {

IntegratorRegistry& IntegratorRegistry::instance() {
  static IntegratorRegistry registry;  // made on first use: enrolment runs before main in any order
  return registry;
}

void IntegratorRegistry::add(AnyIntegrator method) {
  const std::string name = method.facts().name;
  for (auto& held : entries_)
    if (held.facts().name == name)
      throw Error("an integrator's name is its own", "'" + name + "' twice",
                  "rename one of the two files' integrators");
  auto place = std::find_if(entries_.begin(), entries_.end(),
                            [&](auto& held) { return name < held.facts().name; });
  entries_.insert(place, std::move(method));
}

AnyIntegrator IntegratorRegistry::make(const std::string& name, const Settings& settings) const {
  std::vector<std::string> known;
  for (auto& entry : entries_) {
    known.push_back(entry.facts().name);
    if (known.back() != name) continue;
    AnyIntegrator method = entry;
    method.assign(settings);
    return method;
  }
  const std::string near = near_matches(name, known);
  throw Error("an integrator must be one that 'stiffbench list integrators' shows",
              "'" + name + "'", near.empty() ? "see the list" : near + "?");
}

}  // namespace stiffbench
