#include "harness/contact/wall_impact.hpp"

#include <cmath>
#include <stdexcept>

namespace stiffbench::contact_ladder {
namespace {

/// Time after the beginning of contact at which rebound and advance are taken, in durations.
constexpr double end_of_flight = 1.5;

/// Distance by which the centre is ahead of that of a bar that met a hard wall at the gap 0, at the
/// time t, if it has moved by this distance from its start at the gap 2 reach.
double ahead_of_hard(const FlyingBar& bar, double reach, double moved, double t) {
  return moved + 2 * reach - bar.speed * (t - 2 * reach / bar.speed - bar.duration());
}

}  // namespace

WallImpact predict(const FlyingBar& bar, const Wall& wall) {
  // Heun's steps. Impulse J and its first moment G, over Z v and with times from the beginning of
  // contact, are those of a hard wall plus corrections of the two transients.
  const double v = bar.speed, tau = bar.duration(), interval = 1e-4 * wall.reach / v;
  const auto relative = [&](double gap) { return wall.force(gap) / bar.force(); };
  double J = tau, G = tau * tau / 2, gap = wall.reach;
  const auto advance = [&](double now, double next) {
    const double slope = -1 + relative(gap) + now;
    gap += v * interval * (slope - 1 + relative(gap + v * interval * slope) + next) / 2;
  };
  const auto time = [&](std::size_t step) { return static_cast<double>(step) * interval; };
  std::vector<double> rise;  // of the force at the beginning
  while (rise.empty() || (rise.back() < 1 - 1e-7 && time(rise.size()) < tau / 2)) {
    rise.push_back(relative(gap));
    const double lacks = (1 - rise.back()) * interval * (rise.size() > 1 ? 1 : 0.5);
    J -= lacks;
    G -= lacks * time(rise.size() - 1);
    advance(0, 0);
  }
  const auto echo = [&](std::size_t at) { return at < rise.size() ? 2 * rise[at] : 2.; };
  std::size_t end = 0;
  for (; gap < wall.reach; ++end) {
    if (time(end) > tau) throw std::logic_error("a bar that does not leave the wall");
    const double impulse = relative(gap) * interval * (end > 0 ? 1 : 0.5);
    J += impulse;
    G += impulse * (tau + time(end));
    advance(echo(end), echo(end + 1));
  }
  const double begin = wall.reach / v, to_velocity = bar.impedance * v / bar.mass();
  const double t = begin + end_of_flight * tau;
  const double moved = -v * t + to_velocity * (J * (t - begin) - G);
  return {tau + time(end), bar.force(), to_velocity * J - v,
          ahead_of_hard(bar, wall.reach, moved, t)};
}

double front_width(const FlyingBar& bar, int elements) {
  const double h = bar.length / elements;
  return std::cbrt(2 * bar.length * h * h / 8) / bar.wave_speed;
}

Outcome fly(const MeshedBar& mesh, const Problem& problem, const Contestant& method,
            const Steps& steps, WallImpact& impact) {
  const double begin = mesh.reach / mesh.bar.speed, duration = mesh.bar.duration();
  Ride ride(problem, method, steps);
  Crossing touch(mesh.reach);
  const auto see = [&](const State& u) { touch.see(u.t, mesh.gap(u)); };
  const auto momentum = [&] { return mesh.masses.dot(ride.state().v); };
  if (Outcome outcome = ride.until(begin + duration / 4, see); !outcome.ok()) return outcome;
  const double from = ride.state().t, before = momentum();
  if (Outcome outcome = ride.until(begin + 3 * duration / 4, see); !outcome.ok()) return outcome;
  const double force = (momentum() - before) / (ride.state().t - from);
  if (Outcome outcome = ride.until(begin + end_of_flight * duration, see); !outcome.ok())
    return outcome;
  const double mass = mesh.masses.sum();
  const double moved = mesh.masses.dot(ride.state().x - problem.start().x) / mass;
  impact = {touch.last() - touch.first(), force, momentum() / mass,
            ahead_of_hard(mesh.bar, mesh.reach, moved, ride.state().t)};
  return {};
}

std::vector<Prediction> predictions(const FlyingBar& bar, const Wall& wall, int elements) {
  const WallImpact impact = predict(bar, wall);
  const double width = front_width(bar, elements);
  Prediction rebound = near(1e-3 * bar.speed, "speed of rebound", "m/s", impact.rebound);
  rebound.low -= bar.speed * width * bar.wave_speed / bar.length / 2;
  return {near(width, "contact time", "s", impact.contact_time),
          within(1. / elements, "force", "N", impact.force), rebound};
}

double order_of(const std::vector<double>& ahead) {
  return std::log2((ahead.at(0) - ahead.at(1)) / (ahead.at(1) - ahead.at(2)));
}

}  // namespace stiffbench::contact_ladder
