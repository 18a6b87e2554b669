// A block on a slope with tan theta. Smooth friction f1(y) = 2 y - y^2, y = v/eps_v below 1, holds
// it at a speed of creep where mu > tan theta:
//   v = eps_v (1 - sqrt(1 - tan theta / mu)).
// Below that it slides with a = g (sin theta - mu cos theta). Until v = eps_v, friction lacks
// (1 - y)^2 of mu N, which adds less than eps_v mu g cos theta / (3 a) to the speed. A step from
// rest may take no friction at all, which adds up to h mu g cos theta. A constant acceleration has
// no other error in the speed, and the share h/T in the distance with a method of order 1. Creep is
// a mean over the last 0.1 s: vibrations of a block across the slope, by which its own elasticity
// returns 2e-3 of its load at some 400/s, leave 2/40 of that. Methods that lag friction take |v_n|
// for its speed: their friction is larger by the factor 1 + h a/v, and a body from rest arrives
// with a speed lower by mu g cos theta h ln(v/eps_v), which leaves the band. A block gains
// vibrations with A-search, which returns the energy that implicit Euler loses, m a^2 h^2/2 in a
// step, to where contact forces change. The quadratic friction of You, Zheng, Li
// (DOI 10.48550/arXiv.2602.08094), read as a drag of mu N per 1 m/s, has no threshold at any h: the
// block creeps at
//   v = (tan theta / mu) (1 - exp(-mu g cos theta t)) m/s.

#include "harness/contact/ladder.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench::contact_ladder::slope {
namespace {

constexpr double g = 9.81, slip_speed = 1e-3, T = 0.5, last = 0.1;
const Steps steps{1e-3, 2e-5};

struct Case {
  std::string kind;
  double slope, friction;
  std::string law = "coulomb";
  double cosine() const { return 1 / std::sqrt(1 + slope * slope); }
  double acceleration() const { return g * cosine() * (slope - friction); }
};

/// Speed and distance at the end; for blocks, of their centre.
Outcome measure(const Case& c, const Contestant& method, std::vector<double>& measured) {
  const auto problem =
      ProblemRegistry::instance().make("sliding_block", {{"case", c.kind},
                                                         {"slope", c.slope},
                                                         {"friction", c.friction},
                                                         {"friction_law", c.law},
                                                         {"slip_speed", slip_speed}});
  Ride ride(*problem, method, steps);
  if (Outcome outcome = ride.until(T - last); !outcome.ok()) return outcome;
  const State before = ride.state();
  if (Outcome outcome = ride.until(T); !outcome.ok()) return outcome;
  const State& u = ride.state();
  const bool creeps = c.friction > c.slope && c.law == "coulomb";
  if (creeps)
    measured = {(u.x[0] - before.x[0]) / (u.t - before.t) / slip_speed};
  else if (c.law == "viscous")
    measured = {u.v[0]};
  else
    measured = {u.v[0], u.x[0]};
  return {};
}

std::vector<Prediction> predictions(const Case& c) {
  if (c.law == "viscous") {
    // The error of order 1 in exp(-rate T) is rate^2 h T / 2 of it; twice that has room for the
    // next.
    const double rate = c.friction * g * c.cosine(), rest = std::exp(-rate * T);
    return {within(rate * rate * steps.usual * T * rest / (1 - rest), "speed at 0.5 s", "m/s",
                   c.slope / c.friction * (1 - rest))};
  }
  if (c.friction > c.slope)
    return {near(1e-4, "creep / eps_v", "", 1 - std::sqrt(1 - c.slope / c.friction))};
  const double a = c.acceleration(), friction = c.friction * g * c.cosine();
  const double late = slip_speed * friction / (3 * a) + steps.usual * friction;
  Prediction speed = within(1e-4, "speed at 0.5 s", "m/s", a * T);
  speed.high += late;
  Prediction distance = within(steps.usual / T + 1e-4, "distance at 0.5 s", "m", a * T * T / 2);
  distance.high += late * T;
  return {speed, distance};
}

std::vector<std::string> methods_of(const Case& c) {
  const bool slides = c.friction < c.slope && c.law == "coulomb";
  if (slides || c.kind == "block") return {"implicit_euler", "bdf2", "sdirk2"};
  return {"implicit_euler", "a_search", "bdf2", "sdirk2"};
}

std::vector<Rung> rungs() {
  std::vector<Case> cases;
  for (const double tangent : {0.2, 0.5})
    for (const double mu : {0.1, 0.25, 0.45, 0.625, 1.0}) cases.push_back({"point", tangent, mu});
  for (const double mu : {0.25, 0.625}) cases.push_back({"block", 0.5, mu});
  cases.push_back({"point", 0.5, 0.625, "viscous"});
  std::vector<Rung> all;
  for (const Case& c : cases)
    all.push_back({.parameters = fmt::format("{}, tan theta = {}, mu = {}{}", c.kind, c.slope,
                                             c.friction, c.law == "viscous" ? ", viscous" : ""),
                   .predictions = predictions(c),
                   .measure = [c](const Contestant& method,
                                  std::vector<double>& m) { return measure(c, method, m); },
                   .must_stand = methods_of(c)});
  return all;
}

const bool enrolled =
    enrol({2, "slope", "a block on a slope sticks, creeps or slides",
           "creep eps_v (1 - sqrt(1 - tan theta/mu)); a = g (sin theta - mu cos theta)", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::slope
