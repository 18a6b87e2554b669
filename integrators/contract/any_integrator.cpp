#include "integrators/contract/any_integrator.hpp"

#include "integrators/contract/forces_at_start.hpp"
#include "problems/contract/optional/contact_constraints.hpp"
#include "problems/contract/optional/varying_mass.hpp"

#include <algorithm>

namespace stiffbench {

int ErasedIntegrator::order(const Problem& problem) const {
  const int own = own_order(problem);
  const bool falls = lagged_force(problem) && !has_forces_at_start(facts().name);
  return falls ? std::min(1, own) : own;
}

std::string ErasedIntegrator::why_not_applicable(const Problem& problem) const {
  if (adaptive() && lagged_force(problem))
    return "its steps are its own, and the force is made anew at the start of each step";
  if (contact_constraints(problem) && !obeys_contacts())
    return "no force keeps its contacts apart: cd_lagrange, kane_newmark and moreau_jean obey "
           "them, and a diagonally implicit method with integrator.contact=lcp";
  if (facts().family == Family::energy_controllable && dynamic_cast<const VaryingMass*>(&problem))
    return "it follows the energy, and the force is no gradient where the mass depends on the "
           "state";
  return own_why_not_applicable(problem);
}

}  // namespace stiffbench
