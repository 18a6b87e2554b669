#include "problems/outputs/mode.hpp"

#include <algorithm>
#include <cmath>

namespace stiffbench {

Mode::Mode(const Problem& problem, const Vec& phi, long points)
    : problem_(problem), late_(0.75 * problem.end_time()), series_(0, problem.end_time(), points) {
  problem.mass().times(phi, weighted_);
  mass_ = phi.dot(weighted_);
  stiffness_ = phi.dot(problem.linear_stiffness() * phi);
  State rest = problem.start();
  rest.x.setZero();
  at_rest_ = problem.potential(rest);
}

void Mode::see(const State& u) {
  const double amplitude = weighted_.dot(u.x) / mass_, rate = weighted_.dot(u.v) / mass_,
               kinetic = mass_ / 2 * rate * rate, total = problem_.kinetic(u);
  energy_ = total + problem_.potential(u) - at_rest_;
  if (states_++ == 0) first_ = energy_;
  mode_energy_ = kinetic + stiffness_ / 2 * amplitude * amplitude;
  if (u.t >= late_) {
    ++late_states_;
    late_amplitude_ = std::max(late_amplitude_, std::abs(amplitude));
    in_mode_ += kinetic;
    beside_ += total - kinetic;
  }
  if (!series_.due(u.t)) return;
  series_.add("amplitude", amplitude);
  series_.add("mode_energy", mode_energy_);
  series_.add("energy", energy_);
}

Settings Mode::result() const {
  const double all = static_cast<double>(late_states_) * first_;
  Settings result{{"mode_energy", mode_energy_},
                  {"energy_left", energy_ / first_},
                  {"late_amplitude", late_states_ > 0 ? late_amplitude_ : std::nan("")},
                  {"late_mode_kinetic", in_mode_ / all},
                  {"late_other_kinetic", beside_ / all}};
  series_.put(result);
  return result;
}

std::vector<double> Mode::memory() const {
  return {first_,   energy_, mode_energy_,    late_amplitude_,
          in_mode_, beside_, double(states_), double(late_states_)};
}

void Mode::resume(const std::vector<double>& memory) {
  first_ = memory.at(0);
  energy_ = memory.at(1);
  mode_energy_ = memory.at(2);
  late_amplitude_ = memory.at(3);
  in_mode_ = memory.at(4);
  beside_ = memory.at(5);
  states_ = static_cast<long>(memory.at(6));
  late_states_ = static_cast<long>(memory.at(7));
}

}  // namespace stiffbench
