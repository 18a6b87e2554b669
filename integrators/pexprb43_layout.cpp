// The coefficients of pexprb43 as a table. Code that shows coefficients is no part of a method's
// code, and has a file of its own for that reason.

#include "base/error.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/tableaus/layout/layout.hpp"

namespace stiffbench {
namespace {

/// The default of a parameter that is a number.
double default_of(const AnyIntegrator& method, const std::string& parameter) {
  for (const ParameterFacts& one : method->parameters())
    if (one.name == parameter) return std::get<double>(one.value);
  throw Error("a method's layout reads its parameters", "no '" + parameter + "'",
              "name a parameter of '" + method->facts().name + "'");
}

/// The stages of pexprb43 are parameters, and no row.
MethodCoefficients layout_of_pexprb43() {
  const AnyIntegrator method = IntegratorRegistry::instance().make("pexprb43");
  const auto stages = tableaus::parallel_stages(default_of(method, "c2"), default_of(method, "c3"));
  const auto embedded = tableaus::without_phi_4(stages);
  ExponentialScheme scheme(stages);
  scheme.embedded_order = embedded.order;
  scheme.embedded = embedded.terms;
  return exponential_layout(scheme);
}

const bool enrolled = enrol_coefficients("pexprb43", layout_of_pexprb43);

}  // namespace
}  // namespace stiffbench
