// Bodies at rest on a plane, and small oscillations about it. With n contacts of the stiffness
// kappa (N/m),
//   kappa dhat = m g / (n 1.193147181),
// a body rests at dhat/2, where a contact's curvature is 6.386294361 kappa; so small oscillations
// have omega^2 = 6.386294361 n kappa / m whatever n is. The sum of contact forces is the weight:
// pairs that are counted twice would show.
//
// Bands, for the amplitude a = 0.01 dhat and h = 1/200 of the period:
// - Curvature grows with the force, so that the mean gap of an undamped oscillation is larger by
//   28/6.386294/4 a^2/dhat = 1.1e-4 dhat (28: third derivative of b); up to 0.05 of a period too
//   much in the mean of five changes it by a/100 = 1e-4 dhat.
// - The frequency: the elasticity of the affine body, at most 1e-3; crossings of dhat/2 instead of
//   the mean gap in 9 half periods, 2/pi 0.011/9 = 8e-4; implicit Euler's (omega h)^2/3 and half
//   the square of its damping, omega h/2: 5e-4.
// - A point begins at rest, with the digits of 1.193147181. A block is not compressed at the start:
//   by the share of 1e-3 it vibrates, which leaves up to 1e-3/(2 pi) in the mean over a period.

#include "harness/contact/ladder.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace stiffbench::contact_ladder::resting {
namespace {

constexpr double mass = 1, g = 9.81, reach = 2e-3;
constexpr double force_half = 1.193147181, curvature_half = 6.386294361;
const double omega = std::sqrt(curvature_half * g / (force_half * reach));  // kappa n dhat = m g/..

std::unique_ptr<Problem> block(int cells, double gap) {
  const double contacts = cells == 0 ? 1 : (cells + 1) * (cells + 1);
  return ProblemRegistry::instance().make("sliding_block",
                                          {{"case", std::string(cells == 0 ? "point" : "block")},
                                           {"cells", static_cast<long>(std::max(cells, 1))},
                                           {"slope", 0.},
                                           {"friction", 0.},
                                           {"mass", mass},
                                           {"reach", reach},
                                           {"contact", mass * g / (contacts * force_half * reach)},
                                           {"gap", gap}});
}

Outcome measure(int cells, const Contestant& method, std::vector<double>& measured) {
  const double period = 2 * std::numbers::pi / omega, amplitude = 0.01 * reach;
  const Steps steps{period / 200, period / 2000};
  const auto displaced = block(cells, reach / 2 + amplitude);
  Ride ride(*displaced, method, steps);
  const auto& bodies = dynamic_cast<const ContactProblem&>(*displaced);
  const double start = bodies.centre(0, displaced->start().x)[1];
  Crossing crossing(reach / 2);
  double sum = 0;
  long count = 0;
  const Outcome outcome = ride.until(5 * period, [&](const State& u) {
    const double gap = reach / 2 + amplitude + bodies.centre(0, u.x)[1] - start;
    crossing.see(u.t, gap);
    sum += gap;
    ++count;
  });
  if (!outcome.ok()) return outcome;
  const double half_periods = crossing.count() - 1;

  const auto resting = block(cells, reach / 2);
  const auto& contacts = dynamic_cast<const ContactProblem&>(*resting).contacts();
  double force = 0;
  Ride still(*resting, method, steps);
  const Outcome end = still.until(
      period, [&](const State& u) { force += contacts.vertex_forces(u.x, u.v).row(1).sum(); });
  if (!end.ok()) return end;
  measured = {sum / static_cast<double>(count) / reach,
              std::numbers::pi * half_periods / (crossing.last() - crossing.first()),
              force * still.h() / still.state().t};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const int cells : {0, 1, 2})
    all.push_back({.parameters = fmt::format("n = {}", cells == 0 ? 1 : (cells + 1) * (cells + 1)),
                   .predictions = {near(2.1e-4, "mean gap / dhat", "", 0.5),
                                   within(2.3e-3, "angular frequency", "rad/s", omega),
                                   within(cells == 0 ? 1e-8 : 2e-4, "mean sum of contact forces",
                                          "N", mass * g)},
                   .measure = [cells](const Contestant& method,
                                      std::vector<double>& m) { return measure(cells, method, m); },
                   .must_stand = {"implicit_euler", "bdf2", "sdirk2"}});
  return all;
}

const bool enrolled =
    enrol({1, "rest", "a body at rest on n contacts, and its small oscillations",
           "kappa = m g/(1.193147 n dhat): gap dhat/2, omega^2 = 6.386294 n kappa/m", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::resting
