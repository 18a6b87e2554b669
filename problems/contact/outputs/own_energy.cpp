#include "problems/contact/outputs/own_energy.hpp"

#include "problems/contact/contact_problem.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace stiffbench {

OwnEnergy::OwnEnergy(const ContactProblem& problem, std::vector<int> bodies, long points)
    : problem_(problem), bodies_(std::move(bodies)), series_(0, problem.end_time(), points) {}

void OwnEnergy::see(const State& u) {
  const ContactProblem::Energy all = problem_.own_energy(bodies_, u);
  const double energy = all.kinetic + all.potential, begin = 0.75 * problem_.end_time();
  if (!std::exchange(started_, true)) {
    now_.first = energy;
  } else if (u.t > begin) {
    const double from = std::max(now_.t, begin);
    now_.late_time += u.t - from;
    now_.late_integral += (u.t - from) * (now_.kinetic + all.kinetic) / 2;
  }
  now_.t = u.t;
  now_.energy = energy;
  now_.kinetic = all.kinetic;
  if (series_.due(u.t)) series_.add("own_energy", energy - now_.first);
}

Settings OwnEnergy::result() const {
  Settings all;
  all["own_energy"] = now_.energy - now_.first;
  all["late_kinetic"] = now_.late_time > 0 ? now_.late_integral / now_.late_time
                                           : std::numeric_limits<double>::quiet_NaN();
  series_.put(all);
  return all;
}

std::vector<double> OwnEnergy::memory() const {
  return {now_.t, now_.first, now_.energy, now_.kinetic, now_.late_time, now_.late_integral};
}

void OwnEnergy::resume(const std::vector<double>& memory) {
  started_ = true;
  now_ = {memory.at(0), memory.at(1), memory.at(2), memory.at(3), memory.at(4), memory.at(5)};
}

}  // namespace stiffbench
