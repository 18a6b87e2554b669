#include "harness/run/initial_state.hpp"

#include <cmath>
#include <random>

namespace stiffbench {

Vec perturbation_of(const PerturbedStart& start, Eigen::Index dof) {
  // The standard specifies the numbers of the generator, but not those of its distributions.
  std::mt19937_64 random(static_cast<std::uint64_t>(start.index));
  Vec perturbation(dof);
  for (double& entry : perturbation)
    entry = start.perturbation * (std::ldexp(static_cast<double>(random() >> 11), -52) - 1);
  return perturbation;
}

State initial_state(const RunPlan& plan) {
  State u = plan.problem->start();
  if (plan.start) u.x += perturbation_of(*plan.start, plan.problem->dof());
  return u;
}

}  // namespace stiffbench
