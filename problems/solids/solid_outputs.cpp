#include "problems/solids/solid_outputs.hpp"

#include "problems/solids/solid_problem.hpp"

#include <algorithm>
#include <limits>

namespace stiffbench {

SolidOutputs::SolidOutputs(const SolidProblem& problem, long points)
    : problem_(problem),
      series_(0, problem.end_time(), points),
      least_det_(std::numeric_limits<double>::infinity()) {}

void SolidOutputs::see(const State& u) {
  if (!first_) first_ = specific_energy(u);
  last_ = u;
  least_det_ = std::min(least_det_, problem_.least_det(u.x));
  if (series_.due(u.t)) series_.add("specific_energy", specific_energy(u));
}

Settings SolidOutputs::result() const {
  Settings result{{"specific_energy_loss", *first_ - specific_energy(last_)}, {"least_det", least_det_}};
  series_.put(result);
  return result;
}

double SolidOutputs::specific_energy(const State& u) const {
  return problem_.energy(u) / problem_.total_mass();
}

}  // namespace stiffbench
