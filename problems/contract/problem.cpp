#include "problems/contract/problem.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {

void Problem::damping(const State&, Mat& D) const {
  if (traits().damped)
    throw Error("a damped problem must give its damping matrix", "problem '" + name() + "'",
                "override Problem::damping");
  if (D.rows() != dof()) D.resize(dof(), dof());
}

void Problem::time_derivative(const State&, Vec& dfdt) const {
  if (traits().time_dependent)
    throw Error("a time-dependent problem must give df/dt", "problem '" + name() + "'",
                "override Problem::time_derivative");
  dfdt.setZero(dof());
}

void Problem::force(const StateOf<long double>&, VecOf<long double>&) const {
  throw Error("extended precision needs a force in long double", "problem '" + name() + "'",
              "integrate it in double, or derive it from ExtendedProblem");
}

void Problem::load(double, Vec& f) const { f.setZero(dof()); }

long Problem::ticks() const {
  if (clock() == 0) return 0;
  const double ratio = end_time() / clock(), whole = std::round(ratio);
  if (whole >= 1 && std::abs(ratio - whole) <= 1e-6 * whole) return static_cast<long>(whole);
  throw Error(fmt::format("problem '{}': end_time is a whole number of its clock's periods", name_),
              fmt::format("{} / {} = {:.10g}", end_time(), clock(), ratio),
              fmt::format("give --set problem.end_time={:.12g}", std::max(1., whole) * clock()));
}

double Problem::kinetic(const State& u) const {
  const Mass& M = mass();
  if (M.is_diagonal()) return 0.5 * M.diagonal().dot(u.v.cwiseAbs2());
  Vec p;
  M.times(u.v, p);
  return 0.5 * u.v.dot(p);
}

}  // namespace stiffbench
