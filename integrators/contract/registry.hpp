#pragma once

#include "base/registry.hpp"
#include "integrators/contract/any_integrator.hpp"

#include <ranges>
#include <source_location>
#include <string>

namespace stiffbench {

/// Every integrator linked into the program, sorted by name.
class IntegratorRegistry {
 public:
  static IntegratorRegistry& instance();

  /// Every integrator with its default parameters.
  auto all() const { return std::views::values(methods_.all()); }
  /// A copy of the named integrator with these settings in place of its defaults. Throws Error with
  /// near matches for an unknown name, and for settings that the integrator refuses.
  AnyIntegrator make(const std::string& name, const Settings& settings = {}) const;

  /// Returns false where the name is taken; check_enrolments() reports it.
  bool add(AnyIntegrator method, CodeOrigin origin);

 private:
  Registry<AnyIntegrator> methods_{"integrator", "'stiffbench list integrators'"};
};

/// Enrols a method with its default parameters: `const bool enrolled = enrol(VelocityVerlet{});`.
/// The template parameter is deliberately unconstrained: the compiler then names the clause of the
/// concept Integrator that the method does not meet.
template <class I>
bool enrol(I method, std::source_location place = std::source_location::current()) {
  static_assert(Integrator<I>, "see the concept Integrator for the clause that is not met");
  return IntegratorRegistry::instance().add(any_integrator(std::move(method)),
                                            {.file = place.file_name()});
}

}  // namespace stiffbench
