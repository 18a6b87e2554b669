#include "problems/solids/solid_problem.hpp"

#include "base/error.hpp"
#include "problems/solids/solid_outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {

using Eigen::Index;

SolidProblem::SolidProblem(const Shape& shape, const SolidParameters& p, double youngs)
    : SolidProblem(shape, solid_masses(shape.mesh, shape.free_index, p.density, shape.consistent),
                   p, youngs) {}

SolidProblem::SolidProblem(const Shape& shape, SolidMasses masses, const SolidParameters& p,
                           double youngs)
    : body_(solid_body(shape.mesh, shape.free_index, std::move(masses.mass),
                       make_material(p.material, lame(youngs, p.poisson)))),
      material_(p.material),
      surface_(shape.surface),
      element_size_(element_size(shape.mesh)),
      total_mass_(masses.nodal.sum()),
      linear_(body_.stiffness_at_rest()) {
  const Index n = dof();
  weight_ = Vec::Zero(n);
  free_rest_.resize(n);
  free_masses_.resize(n / 3);
  for (Index i = 0; i < masses.nodal.size(); ++i)
    if (const int place = body_.free_index(i); place >= 0) {
      free_masses_[place] = masses.nodal[i];
      weight_[3 * place + 1] = -p.gravity * masses.nodal[i];
      free_rest_.segment<3>(3 * place) = body_.rest().col(i);
    }
  if (p.damping == 0 && p.damping_time == 0) return;
  damping_ = p.damping_time * linear_ + p.damping * mass().matrix();
  if (p.damping_time == 0) rayleigh_ = {p.damping, 0};
}

ProblemTraits SolidProblem::traits() const {
  return {.damped = damping_.nonZeros() > 0,
          .time_dependent = wind_.has_value(),
          .rayleigh = rayleigh_};
}

void SolidProblem::jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const {
  df.setZero(dof());
  body_.add_jacobian_times(u.x, dx, df);
  if (damping_.nonZeros() > 0) df -= damping_ * dv;
}

void SolidProblem::lagged_stiffness(const State& u, Mat& K) const {
  body_.assemble(u.x, K, [&](const SolidTerm& term, const auto& at, GeneralBlocks::Rows& rows) {
    term.add_lagged_stiffness(at, rows);
  });
}

void SolidProblem::damping(const State& u, Mat& D) const {
  if (damping_.nonZeros() > 0)
    D = damping_;
  else
    Problem::damping(u, D);
}

void SolidProblem::time_derivative(const State& u, Vec& dfdt) const {
  dfdt.setZero(dof());
  if (wind_) wind_->add_rate(u.t, dfdt);
}

void SolidProblem::load(double t, Vec& f) const {
  f.setZero(dof());
  if (wind_) wind_->add(t, f);
}

double SolidProblem::potential(const State& u) const {
  double sum = -weight_.dot(free_rest_ + u.x);
  body_.add_potential(u.x, sum);
  return sum;
}

void SolidProblem::check_start(const std::string& owner, const State& start,
                               const std::string& remedy) const {
  const double at_start = energy(start);
  if (std::isfinite(at_start)) return;
  const std::string rule = owner + ": the energy at the start is finite";
  // neo_hookean is the only material with infinite energy for inverted elements.
  const bool may_turn = material_ != Material::neo_hookean;
  if (may_turn || !start.x.allFinite() || !(volumes(start.x).inverted > 0))
    throw Error(rule, fmt::format("{} J", std::abs(at_start)), remedy);
  throw Error(rule, fmt::format("elements inside out, of material {}", name_of(material_)),
              "choose stable_neo_hookean or a corotated material; or " + remedy);
}

double SolidProblem::feasible_step(const Vec& x, const Vec& dx) const {
  double share = 1;
  for (const auto& term : body_.terms()) share = std::min(share, term->feasible_step(x, dx));
  return share;
}

std::vector<const ElementGroup*> SolidProblem::element_groups() const {
  if (lags()) return {};
  return body_.element_groups();
}

void SolidProblem::external_force(double t, Vec& f) const {
  f = weight_;
  if (wind_) wind_->add(t, f);
}

Volumes SolidProblem::volumes(const Vec& x) const {
  Volumes sums;
  for (const auto& term : body_.terms()) term->add_volumes(x, sums);
  return sums;
}

std::unique_ptr<Outputs> SolidProblem::outputs(long points) const {
  return std::make_unique<SolidOutputs>(*this, points);
}

std::vector<Body> SolidProblem::bodies(const State& u) const {
  return {{.name = name(), .points = body_.positions(u.x), .faces = surface_, .closed = true}};
}

}  // namespace stiffbench
