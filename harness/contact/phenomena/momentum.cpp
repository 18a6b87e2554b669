// Two affine bodies collide off their centres in free space, with friction. Forces between them are
// equal and opposite, so that the sum of momenta stays to
// the round-off of 1000 steps, some 1e-13. The gap has no closed form: it is between 0 and dhat.

#include "harness/contact/ladder.hpp"
#include "problems/contact/bodies/surfaces.hpp"
#include "problems/contact/contact_problem.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>

#include <algorithm>

namespace stiffbench::contact_ladder::momentum {
namespace {

constexpr double speed = 0.5, side = 0.1, mass = 1;

Outcome measure(double friction, const Contestant& method, std::vector<double>& measured) {
  ContactParameters p;
  p.gravity = 0;
  p.friction = friction;
  ContactBodies bodies;
  const Grid grid{{1, 1, 1}, Eigen::Vector3d::Constant(side), Eigen::Vector3d::Constant(-side / 2)};
  const double density = mass / (side * side * side);
  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(0.5, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  const SurfaceMesh cube = cuboid_surface(grid);
  const int one = bodies.add("one", AffineSolid{cube, density, 1e6}, {{speed, 0, 0}, {0, 0, 0}});
  const int other =
      bodies.add("other", AffineSolid{moved(cube, turn, {0.15, 0.03, 0.02}), density, 1e6});
  const ContactProblem problem(std::move(bodies), p);
  Ride ride(problem, method, {2e-4, 1e-5});
  double most_change = 0, least_gap = INFINITY;
  const Eigen::Vector3d before(mass * speed, 0, 0);
  if (Outcome outcome =
          ride.until(0.2,
                     [&](const State& u) {
                       const Eigen::Vector3d now =
                           mass * (problem.velocity(one, u.v) + problem.velocity(other, u.v));
                       most_change = std::max(most_change, (now - before).norm() / before.norm());
                       least_gap = std::min(least_gap, problem.contacts().least_distance(u.x));
                     });
      !outcome.ok())
    return outcome;
  measured = {most_change, least_gap / p.reach};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const double friction : {0., 0.3})
    all.push_back(
        {.parameters = fmt::format("mu = {}", friction),
         .predictions = {near(1e-12, "largest change of momentum, relative", "", 0),
                         {"least gap / dhat", "", 0.5, 1e-12, 1 - 1e-6}},
         .measure = [friction](const Contestant& method,
                               std::vector<double>& m) { return measure(friction, method, m); },
         .must_stand = {"implicit_euler", "bdf2", "sdirk2"}});
  return all;
}

const bool enrolled =
    enrol({8, "momentum", "two bodies collide in free space",
           "the sum of momenta stays; they touch, and never pass through", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::momentum
