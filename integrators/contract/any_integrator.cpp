#include "integrators/contract/any_integrator.hpp"

#include "integrators/contract/forces_at_start.hpp"
#include "problems/contract/optional/varying_mass.hpp"

#include <algorithm>

namespace stiffbench {

int ErasedIntegrator::order(const Problem& problem) const {
  const int own = own_order(problem);
  const bool falls = lagged_force(problem) && !has_forces_at_start(facts().name);
  return falls ? std::min(1, own) : own;
}

std::string ErasedIntegrator::why_not_applicable(const Problem& problem) const {
  const bool has_contacts = dynamic_cast<const ContactConstraints*>(&problem) != nullptr;
  if (adaptive() && lagged_force(problem))
    return "its steps are its own, and the force is made anew at the start of each step";
  if (has_contacts && !corrects_contacts())
    return "closed contacts constrain the motion: a diagonally implicit method obeys them with "
           "integrator.contact=lcp";
  if (!has_contacts && corrects_contacts())
    return "it has no contacts for integrator.contact to correct";
  if (facts().family == Family::energy_controllable && dynamic_cast<const VaryingMass*>(&problem))
    return "it follows the energy, and the force is no gradient where the mass depends on the "
           "state";
  return own_why_not_applicable(problem);
}

}  // namespace stiffbench
