// A body that slides to rest on a plane. Above eps_v it is slowed by mu g; below, y = v/eps_v obeys
// y' = -(mu g / eps_v) y (2 - y), so that the tail is eps_v^2 ln 2 / (mu g) long and never ends:
//   distance = (v0^2 + (2 ln 2 - 1) eps_v^2) / (2 mu g),
//   time until v = eps_v: (v0 - eps_v) / (mu g).
// A step is 1/500 of that time, and the band of both: a method of order 1 misses the distance by
// v0 h/2, and v is not straight in the step that passes eps_v.

#include "harness/contact/ladder.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace stiffbench::contact_ladder::stopping {
namespace {

constexpr double g = 9.81;

struct Case {
  double speed, friction, slip_speed;
  double time() const { return (speed - slip_speed) / (friction * g); }
  double distance() const {
    const double tail = 2 * std::numbers::ln2 - 1;
    return (speed * speed + tail * slip_speed * slip_speed) / (2 * friction * g);
  }
};

Outcome measure(const Case& c, const Contestant& method, std::vector<double>& measured) {
  const auto problem =
      ProblemRegistry::instance().make("sliding_block", {{"case", std::string("point")},
                                                         {"slope", 0.},
                                                         {"speed", c.speed},
                                                         {"friction", c.friction},
                                                         {"slip_speed", c.slip_speed}});
  const double rate = 2 * c.friction * g / c.slip_speed;  // of friction at rest (1/s)
  Ride ride(*problem, method, {c.time() / 500, std::min(2e-5, 0.2 / rate)});
  Crossing slow(c.slip_speed);
  slow.see(0, c.speed);
  const double tail = 20 / rate;  // exp(-20) of it is left
  if (Outcome outcome = ride.until(c.time() + tail, [&](const State& u) { slow.see(u.t, u.v[0]); });
      !outcome.ok())
    return outcome;
  measured = {slow.first(), ride.state().x[0]};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const Case& c :
       {Case{0.5, 0.1, 1e-3}, {0.5, 0.5, 1e-3}, {2, 0.1, 1e-3}, {2, 0.5, 1e-3}, {0.5, 0.5, 0.1}})
    all.push_back({.parameters = fmt::format("v0 = {}, mu = {}, eps_v = {}", c.speed, c.friction,
                                             c.slip_speed),
                   .predictions = {within(2e-3, "time until eps_v", "s", c.time()),
                                   within(2e-3, "stopping distance", "m", c.distance())},
                   .measure = [c](const Contestant& method,
                                  std::vector<double>& m) { return measure(c, method, m); },
                   .must_stand = {"implicit_euler", "bdf2", "sdirk2"}});
  return all;
}

const bool enrolled = enrol({3, "stopping", "a body slides to rest",
                             "(v0^2 + (2 ln 2 - 1) eps_v^2)/(2 mu g); (v0 - eps_v)/(mu g)", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::stopping
