#include "problems/solids/solid_problem.hpp"

#include "problems/solids/solid_outputs.hpp"

#include <algorithm>
#include <limits>

namespace stiffbench {

using Eigen::Index;

SolidProblem::SolidProblem(const Shape& shape, const SolidParameters& p, double youngs)
    : SolidProblem(shape, solid_masses(shape.mesh, shape.free_index, p.density, shape.consistent),
                   p, youngs) {}

SolidProblem::SolidProblem(const Shape& shape, SolidMasses masses, const SolidParameters& p,
                           double youngs)
    : body_(solid_body(shape.mesh, shape.free_index, std::move(masses.mass),
                       make_material(p.material, lame(youngs, p.poisson)))),
      surface_(shape.surface),
      element_size_(element_size(shape.mesh)),
      total_mass_(masses.nodal.sum()),
      linear_(body_.stiffness_at_rest()) {
  const Index n = dof();
  weight_ = Vec::Zero(n);
  free_rest_.resize(n);
  for (Index i = 0; i < masses.nodal.size(); ++i)
    if (const int place = body_.place(i); place >= 0) {
      weight_[3 * place + 1] = -p.gravity * masses.nodal[i];
      free_rest_.segment<3>(3 * place) = body_.rest().col(i);
    }
  if (p.damping == 0 && p.damping_time == 0) return;
  damping_ = p.damping_time * linear_ + p.damping * mass().matrix();
  if (p.damping_time == 0) rayleigh_ = {p.damping, 0};
}

Nature SolidProblem::nature() const {
  const bool damped = damping_.nonZeros() > 0;
  return {.damped = damped, .separated = !damped, .rayleigh = rayleigh_, .indefinite = true};
}

void SolidProblem::jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const {
  df.setZero(dof());
  body_.add_jacobian_times(u.x, dx, df);
  if (damping_.nonZeros() > 0) df -= damping_ * dv;
}

void SolidProblem::damping(const State& u, Mat& D) const {
  if (damping_.nonZeros() > 0)
    D = damping_;
  else
    Problem::damping(u, D);
}

double SolidProblem::potential(const State& u) const {
  double sum = -weight_.dot(free_rest_ + u.x);
  body_.add_potential(u.x, sum);
  return sum;
}

double SolidProblem::feasible_step(const Vec& x, const Vec& dx) const {
  double share = 1;
  for (const auto& term : body_.terms()) share = std::min(share, term->feasible_step(x, dx));
  return share;
}

double SolidProblem::least_det(const Vec& x) const {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& term : body_.terms()) least = std::min(least, term->least_det(x));
  return least;
}

std::unique_ptr<Outputs> SolidProblem::outputs(long points) const {
  return std::make_unique<SolidOutputs>(*this, points);
}

std::vector<Body> SolidProblem::bodies(const State& u) const {
  return {{.name = name(), .points = body_.positions(u.x), .faces = surface_, .closed = true}};
}

}  // namespace stiffbench
