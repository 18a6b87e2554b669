// A point mass on a plane, pulled by a spring k whose other end moves at V. It creeps until the
// spring carries mu m g, at first slip. Without inertia, y = v/eps_v obeys 2 y - y^2 = t/t0 with
// t0 = mu m g/(k V), and the creep eps_v t0/3 delays slip by eps_v/(3 V) t0. Near slip, inertia
// makes z = 1 - y obey the Riccati equation -(eps_v/(mu g)) z' = (t - t0)/t0 + z^2, whose solution
// is the logarithmic derivative of Airy's function; z vanishes where Ai' does, at -1.018792972:
//   first slip = t0 (1 + eps_v/(3 V)) + 1.018792972 t0^(1/3) (eps_v/(mu g))^(2/3).
// It then swings about V with the amplitude V - eps_v: its largest speed is 2 V - eps_v.
//
// The band of first slip is one step. In half a swing implicit Euler loses the share pi omega h/2
// of the amplitude, half of the largest speed; the delay t_A of Airy's layer lets the spring pull
// by k V t_A more, which makes the amplitude larger by (omega t_A)^2/2 of it.

#include "harness/contact/ladder.hpp"
#include "problems/contact/contact_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiffbench::contact_ladder::stick_slip {
namespace {

constexpr double mass = 1, g = 9.81, slip_speed = 1e-3, h = 5e-4;

struct Case {
  double friction, stiffness, speed;
  double sliding() const { return friction * mass * g / (stiffness * speed); }
  double omega() const { return std::sqrt(stiffness / mass); }
  double airy_delay() const {
    return 1.018792972 * std::cbrt(sliding() * std::pow(slip_speed / (friction * g), 2));
  }
  double first_slip() const { return sliding() * (1 + slip_speed / (3 * speed)) + airy_delay(); }
  /// Band of the largest speed (m/s).
  double swing_error() const {
    return speed * (std::numbers::pi * omega() * h + std::pow(omega() * airy_delay(), 2)) / 2;
  }
};

Outcome measure(const Case& c, const Contestant& method, std::vector<double>& measured) {
  ContactParameters p;
  p.friction = c.friction;
  p.slip_speed = slip_speed;
  ContactBodies bodies;
  const int body = bodies.add_point("mass", {0, p.resting_gap(mass * g), 0}, mass);
  bodies.add_plane({0, 1, 0});
  bodies.add_spring(body, c.stiffness, {1, 0, 0}, c.speed);
  const ContactProblem problem(std::move(bodies), p);
  const double rate = 2 * c.friction * g / slip_speed;
  Ride ride(problem, method, {h, std::min(2e-5, 0.2 / rate)});
  Crossing slip(slip_speed);
  slip.see(0, 0);
  double fastest = 0;
  const double half_period = std::numbers::pi / c.omega();
  if (Outcome outcome = ride.until(c.first_slip() + 1.2 * half_period,
                                   [&](const State& u) {
                                     slip.see(u.t, u.v[0]);
                                     fastest = std::max(fastest, u.v[0]);
                                   });
      !outcome.ok())
    return outcome;
  measured = {slip.first(), fastest};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const Case& c : {Case{0.5, 100, 0.1}, {0.25, 100, 0.1}, {0.5, 400, 0.05}})
    all.push_back(
        {.parameters = fmt::format("mu = {}, k = {}, V = {}", c.friction, c.stiffness, c.speed),
         .predictions = {near(h, "first slip", "s", c.first_slip()),
                         near(c.swing_error(), "largest speed", "m/s", 2 * c.speed - slip_speed)},
         .measure = [c](const Contestant& method,
                        std::vector<double>& m) { return measure(c, method, m); },
         .must_stand = {"implicit_euler", "bdf2", "sdirk2"}});
  return all;
}

const bool enrolled = enrol(
    {4, "stick_slip", "a mass on a plane is pulled by a spring",
     "first slip at t0 = mu m g/(k V), with t0 eps_v/(3 V) + 1.0188 (t0 (eps_v/(mu g))^2)^(1/3); "
     "largest speed 2 V - eps_v",
     rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::stick_slip
