// A slab of the mass m falls at the speed v on the light tip of a spring k. While they move
// together,
//   x = (g/omega^2)(1 - cos omega t) + (v/omega) sin omega t,   omega^2 = k/m,
// below the tip at rest, so that contact ends at x = 0, when
//   t = (2/omega)(pi - atan(v omega/g)),   depth = g/omega^2 + sqrt((g/omega^2)^2 + (v/omega)^2),
// and the slab leaves at the speed v. The tip has 1e-3 m. It may bounce ahead of the slab at 2 v,
// which takes 4e-3 of the energy: the band of all numbers is 4e-3. The barrier's thickness adds
// dhat/v to the time and dhat to the depth, and a later end adds its fall g dt to the speed.

#include "harness/contact/ladder.hpp"
#include "problems/contact/bodies/surfaces.hpp"
#include "problems/contact/contact_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiffbench::contact_ladder::bounce {
namespace {

constexpr double mass = 1, light = 1e-3, g = 9.81, reach = 1e-4;
constexpr double share = 4 * light / mass;  // of the energy

struct Case {
  double speed, stiffness;
  double omega() const { return std::sqrt(stiffness / mass); }
  double duration() const {
    return 2 / omega() * (std::numbers::pi - std::atan(speed * omega() / g));
  }
  double depth() const {
    const double sag = g / (omega() * omega());
    return sag + std::hypot(sag, speed / omega());
  }
};

Outcome measure(const Case& c, const Contestant& method, std::vector<double>& measured) {
  ContactParameters p;
  p.contact = 1e6;
  p.reach = reach;
  ContactBodies bodies;
  const int tip = bodies.add_point("tip", {0, 0, 0}, light);
  bodies.add_spring(tip, 1e6, {1, 0, 0});
  bodies.add_spring(tip, 1e6, {0, 0, 1});
  bodies.add_spring(tip, c.stiffness, {0, 1, 0});
  const Grid slab{{1, 1, 1}, {0.2, 0.02, 0.2}, {-0.1, p.reach, -0.1}};
  const int body = bodies.add("slab", AffineSolid{cuboid_surface(slab), mass / 8e-4, 1e8},
                              {.velocity = {0, -c.speed, 0}});
  const ContactProblem problem(std::move(bodies), p);
  const double begin = problem.centre(body, problem.start().x)[1];
  Ride ride(problem, method, {c.duration() / 1000, 1e-6});
  Crossing leaving(0);  // of the spring's force
  double lowest = 0;
  if (Outcome outcome = ride.until(1.1 * c.duration(),
                                   [&](const State& u) {
                                     const double x = begin - problem.centre(body, u.x)[1];
                                     lowest = std::max(lowest, x);
                                     if (lowest > 0.5 * c.depth()) leaving.see(u.t, x);
                                   });
      !outcome.ok())
    return outcome;
  measured = {leaving.first(), lowest, problem.velocity(body, ride.state().v)[1]};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const Case& c : {Case{1, 1000}, {2, 4000}, {0.2, 1000}}) {
    const double late = share * c.duration() + reach / c.speed;
    all.push_back({.parameters = fmt::format("v = {}, k = {}", c.speed, c.stiffness),
                   .predictions = {near(late, "contact time", "s", c.duration()),
                                   near(share * c.depth() + reach, "depth", "m", c.depth()),
                                   near(share * c.speed + g * late,
                                        "speed of rebound after 0.1 contact times", "m/s",
                                        c.speed - 0.1 * g * c.duration())},
                   .measure = [c](const Contestant& method,
                                  std::vector<double>& m) { return measure(c, method, m); },
                   .must_stand = {"bdf2", "sdirk2"}});
  }
  return all;
}

const bool enrolled = enrol({7, "bounce", "a slab falls on a spring",
                             "(2/omega)(pi - atan(v omega/g)); g/omega^2 + sqrt(g^2/omega^4 + "
                             "v^2/omega^2); rebound at v",
                             rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::bounce
