#include "problems/contract/problem.hpp"

#include "base/error.hpp"
#include "problems/contract/optional/varying_mass.hpp"

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

void Problem::load(double, Vec& f) const { f.setZero(dof()); }

double Problem::kinetic(const State& u) const {
  if (const auto* varying = dynamic_cast<const VaryingMass*>(this))
    return varying->kinetic_energy(u);
  const Mass& M = mass();
  if (M.is_diagonal()) return 0.5 * M.diagonal().dot(u.v.cwiseAbs2());
  Vec p;
  M.times(u.v, p);
  return 0.5 * u.v.dot(p);
}

}  // namespace stiffbench
