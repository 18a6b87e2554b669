// Bodies at rest on a plane, and small oscillations about it. With n contacts of the stiffness
//   kappa = m g / (n 1.193147181),
// a body rests at dhat/2, where a contact's curvature is 6.386294361 kappa; so small oscillations
// have omega^2 = 6.386294361 n kappa / m whatever n is. The sum of contact forces is the weight:
// pairs that are counted twice would show. The affine body's own elasticity lowers omega^2 by the
// share of its compliance, below 1e-3 here.

#include "harness/checks/contact/ladder.hpp"
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

double lowest(const Problem& problem, const State& u) {
  const auto& contacts = dynamic_cast<const ContactProblem&>(problem).contacts();
  return contacts.surface().positions(u.x).row(1).minCoeff();
}

Outcome measure(int cells, const Contestant& method, std::vector<double>& measured) {
  const double period = 2 * std::numbers::pi / omega, amplitude = 0.002 * reach;
  const Steps steps{period / 200, period / 2000};
  const auto displaced = block(cells, reach / 2 + amplitude);
  Ride ride(*displaced, method, steps);
  Crossing crossing(reach / 2);
  double sum = 0;
  long count = 0;
  const Outcome outcome = ride.until(5 * period, [&](const State& u) {
    const double gap = lowest(*displaced, u);
    crossing.see(u.t, gap);
    sum += gap;
    ++count;
  });
  if (!outcome.ok()) return outcome;
  const double half_periods = crossing.count() - 1;

  const auto resting = block(cells, reach / 2);
  Ride still(*resting, method, steps);
  if (Outcome end = still.until(period); !end.ok()) return end;
  const auto& contacts = dynamic_cast<const ContactProblem&>(*resting).contacts();
  measured = {sum / static_cast<double>(count) / reach,
              std::numbers::pi * half_periods / (crossing.last() - crossing.first()),
              contacts.vertex_forces(still.state().x, still.state().v).row(1).sum()};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const int cells : {0, 1, 2})
    all.push_back({.parameters = fmt::format("n = {}", cells == 0 ? 1 : (cells + 1) * (cells + 1)),
                   .predictions = {within(1e-3, "mean gap / dhat", "", 0.5),
                                   within(0.01, "angular frequency", "rad/s", omega),
                                   within(1e-6, "sum of contact forces", "N", mass * g)},
                   .measure = [cells](const Contestant& method,
                                      std::vector<double>& m) { return measure(cells, method, m); },
                   .must_stand = {"implicit_euler", "bdf2", "sdirk2"}});
  return all;
}

const bool enrolled =
    enrol({1, "rest", "a body at rest on n contacts, and its small oscillations",
           "kappa = m g/(1.193147 n): gap dhat/2, omega^2 = 6.386294 n kappa/m", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::resting
