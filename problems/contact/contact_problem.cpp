#include "problems/contact/contact_problem.hpp"

#include "base/system/chunks.hpp"
#include "base/system/threads.hpp"
#include "problems/contact/friction/plane_kinks.hpp"
#include "problems/contact/outputs/contact_outputs.hpp"
#include "problems/forces/subtract_product.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace stiffbench {

using Eigen::Index;

namespace {

/// Writes the entries of `part` to `whole`, which has all of them, and zeros to its other entries.
void copy_rows(const Mat& part, Mat& whole) {
  constexpr long least = 3000;  // rows; fewer take less time than waking a thread
  on_ranges(part.rows(), least, [&](long first, long last) {
    for (long row = first; row < last; ++row) {
      const int end = part.outerIndexPtr()[row + 1];
      int from = part.outerIndexPtr()[row];
      for (int to = whole.outerIndexPtr()[row]; to < whole.outerIndexPtr()[row + 1]; ++to) {
        const bool is_shared =
            from < end && part.innerIndexPtr()[from] == whole.innerIndexPtr()[to];
        whole.valuePtr()[to] = is_shared ? part.valuePtr()[from++] : 0;
      }
      if (from < end) throw std::logic_error("a matrix that lacks entries of the elements");
    }
  });
}

ContactLaw law_of(const ContactParameters& p, const ContactBodies& bodies) {
  ContactLaw law = p.law();
  const auto has_own = [](const ContactBodies::Part& part) { return part.friction.has_value(); };
  if (std::ranges::none_of(bodies.parts(), has_own)) return law;
  for (const auto& part : bodies.parts())
    law.body_mu.push_back(
        part.friction.value_or(part.places > 0 ? law.mu : std::numeric_limits<double>::infinity()));
  return law;
}

}  // namespace

ContactProblem::ContactProblem(ContactBodies bodies, const ContactParameters& p,
                               const Eigen::Vector3d& down)
    : bodies_(std::move(bodies)),
      body_(bodies_.elastic_body()),
      viscosity_(bodies_.viscosity(body_)),
      contacts_(bodies_.contact_surface(), law_of(p, bodies_)),
      reach_(p.reach),
      audit_(p.audit),
      down_(down.normalized()),
      linear_(body_.stiffness_at_rest()) {
  contacts_.validate_start(bodies_.start().x);
  const Vec heavy = bodies_.heavy_masses();
  weight_ = (p.gravity * down_ * heavy.transpose()).reshaped();
  rest_.resize(dof());
  for (Index i = 0; i < body_.rest().cols(); ++i)
    if (const int place = body_.free_index(i); place >= 0)
      rest_.segment<3>(3 * place) = body_.rest().col(i);
  for (const Anchor& anchor : bodies_.anchors()) {
    if (anchor.speed == 0) continue;
    if (pull_.size() == 0) pull_ = Vec::Zero(dof());
    pull_.segment<3>(3 * anchor.place) += anchor.stiffness * anchor.speed * anchor.direction;
  }
  const Vec drags = bodies_.drags();
  const bool have_own = (drags.array() > 0).any();
  if (p.damping == 0 && p.damping_time == 0 && !have_own) return;
  damping_ = p.damping_time * linear_ + p.damping * mass().matrix();
  for (Index i = 0; i < dof(); ++i) damping_.coeffRef(i, i) += drags[i / 3];
  if (p.damping_time == 0 && !have_own && !has_friction() && !is_viscous())
    rayleigh_ = {p.damping, 0};
}

ProblemTraits ContactProblem::traits() const {
  return {.damped = has_friction() || is_viscous() || has_constant_damping(),
          .varying_damping = has_friction() || is_viscous(),
          .time_dependent = pull_.size() > 0,
          .rayleigh = rayleigh_,
          .smooth = false,
          .varying_pattern = true};
}

void ContactProblem::force(const State& u, Vec& f) const {
  f = weight_;
  if (pull_.size() > 0) f += u.t * pull_;
  body_.add_force(u.x, f);
  contacts_.add_force(u.x, u.v, f);
  viscosity_.add_force(u.x, u.v, f);
  if (has_constant_damping()) subtract_product(damping_, u.v, f);
}

void ContactProblem::jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const {
  df.setZero(dof());
  body_.add_jacobian_times(u.x, dx, df);
  contacts_.add_jacobian_times(u.x, u.v, dx, dv, df);
  viscosity_.add_jacobian_times(u.x, u.v, dx, dv, df);
  if (has_constant_damping()) subtract_product(damping_, dv, df);
}

void ContactProblem::write(const Mat& own, const Vec& x, Mat& K) const {
  contacts_.make_blocks(x, K, [&] { return body_.pairs(); });
  copy_rows(own, K);
}

void ContactProblem::stiffness(const State& u, Mat& K) const {
  Mat own;
  body_.stiffness(u.x, own);
  viscosity_.add_stiffness(u.x, u.v, own);
  write(own, u.x, K);
  contacts_.add_stiffness(u.x, u.v, K);
}

void ContactProblem::projected_stiffness(const State& u, Mat& K) const {
  Mat own;
  body_.stiffness<true>(u.x, own);
  write(own, u.x, K);
  contacts_.add_projected_stiffness(u.x, K);
}

void ContactProblem::damping(const State& u, Mat& D) const {
  write_damping(u.x, D);
  if (has_friction()) contacts_.add_damping(u.x, u.v, D);
}

void ContactProblem::secant_damping(const State& u, Mat& C) const {
  write_damping(u.x, C);
  if (has_friction()) contacts_.add_secant_damping(u.x, u.v, C);
}

void ContactProblem::write_damping(const Vec& x, Mat& D) const {
  const bool bodies_have_some = has_constant_damping() || is_viscous();
  if (!bodies_have_some && !has_friction()) return Problem::damping({}, D);
  if (!bodies_have_some) {
    contacts_.make_blocks(x, D, [] { return ContactTerm::Pairs(); });
    auto coefficients = D.coeffs();
    return set_zero(coefficients, D.nonZeros());
  }
  Mat own = has_constant_damping() ? damping_ : body_.pattern();
  viscosity_.add_damping(x, own);
  if (has_friction())
    write(own, x, D);
  else
    D = own;
}

void ContactProblem::time_derivative(const State&, Vec& dfdt) const {
  dfdt.setZero(dof());
  if (pull_.size() > 0) dfdt = pull_;
}

void ContactProblem::load(double t, Vec& f) const {
  f.setZero(dof());
  if (pull_.size() > 0) f = t * pull_;
}

double ContactProblem::potential(const State& u) const {
  double sum = contacts_.potential(u.x);
  if (!std::isfinite(sum)) return sum;
  sum -= weight_.dot(rest_ + u.x);
  body_.add_potential(u.x, sum);
  return sum;
}

double ContactProblem::feasible_step(const Vec& x, const Vec& dx) const {
  double share = contacts_.feasible_step(x, dx);
  for (const auto& term : body_.terms()) share = std::min(share, term->feasible_step(x, dx));
  return share;
}

Vec ContactProblem::switching_functions(const State& u) const {
  const ContactSurface& surface = contacts_.surface();
  const ContactLaw& law = contacts_.law();
  std::optional<double> slip_speed;
  if (has_friction() && law.friction == Friction::coulomb) slip_speed = law.slip_speed;
  return plane_kinks(surface, surface.positions(u.x), surface.velocities(u.v), law.dhat,
                     slip_speed);
}

double ContactProblem::elastic_energy(const Vec& x) const {
  double sum = 0;
  body_.add_potential(x, sum);
  return sum;
}

ContactProblem::Energy ContactProblem::own_energy(const std::vector<int>& bodies,
                                                  const State& u) const {
  State alone{u.t, Vec::Zero(dof()), Vec::Zero(dof())};
  const double others = elastic_energy(alone.x);
  for (const int body : bodies) {
    const ContactBodies::Part& part = bodies_.parts().at(static_cast<std::size_t>(body));
    const Index first = 3 * part.first_place, count = 3 * part.places;
    alone.x.segment(first, count) = u.x.segment(first, count);
    alone.v.segment(first, count) = u.v.segment(first, count);
  }
  return {kinetic(alone), elastic_energy(alone.x) - others - weight_.dot(alone.x)};
}

double ContactProblem::least_determinant(const Vec& x) const {
  Volumes volumes;
  for (const auto& term : body_.terms()) term->add_volumes(x, volumes);
  double least = volumes.least_det;
  for (std::size_t i = 0; i < bodies_.parts().size(); ++i)
    if (bodies_.parts()[i].frame)
      least = std::min(least, deformation(static_cast<int>(i), x).determinant());
  return least;
}

std::unique_ptr<Outputs> ContactProblem::outputs(long points) const {
  return std::make_unique<ContactOutputs>(*this, audit_, points);
}

Eigen::Vector3d ContactProblem::centre(int body, const Vec& x) const {
  const Index first = 3 * bodies_.parts().at(static_cast<std::size_t>(body)).first_place;
  return rest_.segment<3>(first) + x.segment<3>(first);
}

Eigen::Vector3d ContactProblem::velocity(int body, const Vec& v) const {
  return v.segment<3>(3 * bodies_.parts().at(static_cast<std::size_t>(body)).first_place);
}

Eigen::Matrix3d ContactProblem::deformation(int body, const Vec& x) const {
  const ContactBodies::Part& part = bodies_.parts().at(static_cast<std::size_t>(body));
  const Eigen::Matrix3d& axes = part.frame.value().axes;
  return (axes + x.segment<9>(3 * part.first_place + 3).reshaped(3, 3)) * axes.transpose();
}

Eigen::Matrix3d ContactProblem::velocity_gradient(int body, const State& u) const {
  const ContactBodies::Part& part = bodies_.parts().at(static_cast<std::size_t>(body));
  const auto columns = [&](const Vec& x) {
    return Eigen::Matrix3d(x.segment<9>(3 * part.first_place + 3).reshaped(3, 3));
  };
  const Eigen::Matrix3d F = part.frame.value().axes + columns(u.x);
  return columns(u.v) * F.inverse();
}

std::vector<Body> ContactProblem::bodies(const State& u) const {
  const Eigen::Matrix3Xd points = contacts_.surface().positions(u.x);
  std::vector<Body> all;
  for (const auto& part : bodies_.parts()) {
    Eigen::Matrix4Xi faces(4, part.triangles.cols());
    faces << part.triangles, part.triangles.row(2);
    all.push_back({.name = part.name,
                   .points = points.middleCols(part.first_vertex, part.vertices),
                   .faces = faces,
                   .closed = part.places > 0 && !part.is_open});
  }
  return all;
}

}  // namespace stiffbench
