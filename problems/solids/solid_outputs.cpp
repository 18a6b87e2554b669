#include "problems/solids/solid_outputs.hpp"

#include "problems/solids/solid_problem.hpp"

#include <algorithm>
#include <limits>

namespace stiffbench {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

SolidOutputs::SolidOutputs(const SolidProblem& problem, long points)
    : problem_(problem),
      series_(0, problem.end_time(), points),
      least_energy_(infinity),
      most_energy_(-infinity),
      least_det_(infinity) {}

void SolidOutputs::see(const State& u) {
  last_ = problem_.energy(u);
  if (!first_) first_ = last_;
  least_energy_ = std::min(least_energy_, last_);
  most_energy_ = std::max(most_energy_, last_);
  volumes_ = problem_.volumes(u.x);
  least_det_ = std::min(least_det_, volumes_.least_det);
  if (series_.due(u.t)) series_.add("specific_energy", last_ / problem_.total_mass());
}

Settings SolidOutputs::result() const {
  Settings result{{"specific_energy_loss", (*first_ - last_) / problem_.total_mass()},
                  {"least_energy", least_energy_},
                  {"most_energy", most_energy_},
                  {"least_det", least_det_},
                  {"volume", volumes_.now / volumes_.rest},
                  {"inverted", volumes_.inverted / volumes_.rest}};
  series_.put(result);
  return result;
}

std::vector<double> SolidOutputs::memory() const {
  return {*first_,    last_,         least_energy_, most_energy_,
          least_det_, volumes_.rest, volumes_.now,  volumes_.inverted};
}

void SolidOutputs::resume(const std::vector<double>& memory) {
  first_ = memory.at(0);
  last_ = memory.at(1);
  least_energy_ = memory.at(2);
  most_energy_ = memory.at(3);
  least_det_ = memory.at(4);
  volumes_ = {.rest = memory.at(5), .now = memory.at(6), .inverted = memory.at(7)};
}

}  // namespace stiffbench
