// A sphere that is set on a plane with the speed v0 and no spin slides until it rolls. Its angular
// momentum about the contact is constant: with the second moment J = 2/5 m R^2,
//   v = v0 / (1 + J/(m R^2)) = 5/7 v0   from t = 2 v0 / (7 mu g) on.
// Ours is a geodesic sphere with the J of its mesh, taken as R the height of its centre above the
// plane while it rests there. Its facets leave bumps of R/(8 (1.1 frequency)^2) or so, far below
// dhat, so that several vertices share the load.
//
// Bands: vertices within dhat of the plane share the load, so that the sphere rolls with a radius
// between R - dhat and R, which changes the speed by up to 2/7 dhat/R = 0.29%. Climbing a bump of
// R/(10 frequency^2) takes 0.2% of the energy, 0.1% of the speed. The slip depends on that radius
// as well, by up to dhat/R. Vibrations of the normal force by up to the weight change the momentum
// of friction by up to that over their frequency, sqrt(6 (1 - d/dhat) n kappa/m) with n = 7
// vertices at d/dhat = 0.93: 750/s, both ways 2.7e-3 s. Implicit Euler takes from the motion what
// vibrations carry away at every bump; it need not stand.

#include "harness/contact/ladder.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench::contact_ladder::rolling {
namespace {

constexpr double g = 9.81, radius = 0.05, speed = 0.5;

std::unique_ptr<Problem> sphere(double friction) {
  return ProblemRegistry::instance().make(
      "rolling_sphere", {{"friction", friction}, {"radius", radius}, {"speed", speed}});
}

const ContactProblem& contact_problem(const Problem& problem) {
  return dynamic_cast<const ContactProblem&>(problem);
}

/// J / (m R^2) about the centre.
double inertia_ratio(const Problem& problem) {
  const AffineFrame& frame = *contact_problem(problem).parts().parts()[0].frame;
  return 2 * frame.principal.mean() / (frame.mass * radius * radius);
}

Outcome measure(double friction, const Contestant& method, std::vector<double>& measured) {
  const auto problem = sphere(friction);
  const ContactProblem& bodies = contact_problem(*problem);
  const double slides = 2 * speed / (7 * friction * g);
  Ride ride(*problem, method, {1e-3, 4e-5});
  // The contact slips at v - omega R; Crossing finds where it falls below 2% of v0.
  Crossing slip(0.02 * speed);
  slip.see(0, speed);
  double sum = 0;
  long count = 0;
  if (Outcome outcome = ride.until(4 * slides,
                                   [&](const State& u) {
                                     const Eigen::Vector3d v = bodies.velocity(0, u.v);
                                     const Eigen::Matrix3d W = bodies.velocity_gradient(0, u);
                                     slip.see(u.t, v[0] + radius * (W(1, 0) - W(0, 1)) / 2);
                                     if (u.t > 2 * slides) sum += v[0], ++count;
                                   });
      !outcome.ok())
    return outcome;
  measured = {sum / static_cast<double>(count) / speed, slip.first()};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const double friction : {0.1, 0.3}) {
    const double rolls = 1 / (1 + inertia_ratio(*sphere(friction)));
    const double end = 0.98 * (1 - rolls) * speed / (friction * g);
    all.push_back(
        {.parameters = fmt::format("mu = {}", friction),
         .predictions = {within(4e-3, "rolling speed / v0 (5/7 for the ball)", "", rolls),
                         near(0.01 * end + 2.7e-3, "end of sliding", "s", end)},
         .measure = [friction](const Contestant& method,
                               std::vector<double>& m) { return measure(friction, method, m); },
         .must_stand = {"sdirk2", "bdf2"}});
  }
  return all;
}

const bool enrolled = enrol({6, "rolling", "a sliding sphere begins to roll",
                             "v0/(1 + J/(m R^2)) = 5/7 v0 from 2 v0/(7 mu g) on", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::rolling
