#include "benchmarks/phi/tasks.hpp"

#include "integrators/phi/spectrum.hpp"
#include "problems/contract/registry.hpp"

#include <cmath>

namespace stiffbench {

std::shared_ptr<Problem> bunny(const Settings& settings) {
  return ProblemRegistry::instance().make("bunny", settings);
}

double omega_max(const Problem& problem) {
  Mat K;
  problem.stiffness(problem.start(), K);
  const CountedProblem counted(problem);
  return std::sqrt(
      phi::estimate_spectrum(counted, K, Vec::LinSpaced(K.rows(), 1, 99).array().sin()).high);
}

double energy_norm(const Problem& problem, const State& u) {
  Vec weighted;
  problem.mass().times(u.v, weighted);
  return std::sqrt(u.v.dot(weighted) + u.x.dot(problem.linear_stiffness() * u.x));
}

}  // namespace stiffbench
