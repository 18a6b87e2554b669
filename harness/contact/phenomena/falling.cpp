// A cube falls freely above a plane, whose barrier it does not reach. It has fallen by H after
//   t = sqrt(2 H / g)   at the speed   v = sqrt(2 g H).
// Every consistent method must meet both. A method of order 1 is ahead or behind by half a step:
// the band of the time is one step, that of the speed g times a step.

#include "harness/contact/ladder.hpp"
#include "problems/contact/bodies/surfaces.hpp"
#include "problems/contact/contact_problem.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench::contact_ladder::falling {
namespace {

constexpr double g = 9.81, edge = 0.1, left = 0.02, steps = 1000;

double time_of(double height) { return std::sqrt(2 * height / g); }

Outcome measure(double height, const Contestant& method, std::vector<double>& measured) {
  ContactParameters p;
  p.contact = 1e6;
  p.reach = 1e-4;
  ContactBodies bodies;
  bodies.add_plane({0, 1, 0});
  const Grid cube{{1, 1, 1}, {edge, edge, edge}, {0, height + left, 0}};
  const int body = bodies.add("cube", AffineSolid{cuboid_surface(cube), 1000, 1e8});
  const ContactProblem problem(std::move(bodies), p);
  const double begin = problem.centre(body, problem.start().x)[1], t = time_of(height);
  Ride ride(problem, method, {t / steps, 1e-6});
  Crossing arrival(-height);
  double speed = NAN;
  const auto see = [&](const State& u) {
    if (arrival.count() > 0) return;
    arrival.see(u.t, problem.centre(body, u.x)[1] - begin);
    if (arrival.count() > 0) speed = -problem.velocity(body, u.v)[1] - g * (u.t - arrival.first());
  };
  if (Outcome outcome = ride.until(t * (1 + 2 / steps), see); !outcome.ok()) return outcome;
  measured = {arrival.first(), speed};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const double height : {0.05, 1.}) {
    const double t = time_of(height), h = t / steps;
    all.push_back(
        {.parameters = fmt::format("H = {}", height),
         .predictions = {near(h, "time of falling H", "s", t),
                         near(g * h, "speed then", "m/s", g * t)},
         .measure = [height](const Contestant& method,
                             std::vector<double>& m) { return measure(height, method, m); },
         .must_stand = {"implicit_euler", "bdf2", "sdirk2", "velocity_verlet"}});
  }
  return all;
}

const bool enrolled =
    enrol({0, "falling", "a cube falls freely above a plane", "sqrt(2 H/g); sqrt(2 g H)", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::falling
