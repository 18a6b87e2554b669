// A bar that flies on a hard wall (d'Alembert). The compression wave takes 2 L/c to the free end
// and back; until then the wall pushes with rho c v A, and the bar leaves at its speed with all
// energy. A barrier of the reach dhat is not hard: contact begins and ends at dhat, and the end of
// the bar moves within it, so that contact lasts longer by at most 4 dhat/v; that excess tends to 0
// with the order 1 in dhat. Ours is the bar of collision_1d with rho A L = 10 kg, L = 1 m, c = 100
// m/s; its strain of 1% makes the wave faster or slower by about as much.

#include "harness/contact/ladder.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench::contact_ladder::bar {
namespace {

constexpr double mass = 10, length = 1, wave_speed = 100, speed = 1;
constexpr double stiffness = 1e8;  // of the barrier (N/m)
constexpr double duration = 2 * length / wave_speed, force = mass / length * wave_speed * speed;

/// Numbers of one impact.
struct Impact {
  double time, mean_force, rebound, ahead;
};

Outcome hit(double reach, const Contestant& method, Impact& impact) {
  const auto problem =
      ProblemRegistry::instance().make("collision_1d", {{"case", std::string("stiff")},
                                                        {"nodes", 101L},
                                                        {"gap", 2 * reach},
                                                        {"dhat", reach},
                                                        {"kappa", stiffness * reach * reach}});
  const double begin = reach / speed;
  Ride ride(*problem, method, {duration / 2000, 5e-7});
  Crossing touch(reach);
  const auto see = [&](const State& u) { touch.see(u.t, u.x[0]); };
  const auto momentum = [&] { return problem->mass().diagonal().dot(ride.state().v); };
  // The force is the mean over the middle half of the contact.
  if (Outcome outcome = ride.until(begin + duration / 4, see); !outcome.ok()) return outcome;
  const double from = ride.state().t, before = momentum();
  if (Outcome outcome = ride.until(begin + 3 * duration / 4, see); !outcome.ok()) return outcome;
  const double mean = (momentum() - before) / (ride.state().t - from);
  if (Outcome outcome = ride.until(begin + 1.5 * duration, see); !outcome.ok()) return outcome;
  // With a hard wall the centre returns with the speed 1 from L/2 at the end of contact.
  const double hard = length / 2 + speed * (ride.state().t - 2 * begin - duration);
  const double centre = problem->mass().diagonal().dot(ride.state().x) / mass;
  impact = {touch.last() - touch.first(), mean, momentum() / mass, centre - hard};
  return {};
}

Outcome measure(double reach, const Contestant& method, std::vector<double>& measured) {
  Impact impact{};
  if (Outcome outcome = hit(reach, method, impact); !outcome.ok()) return outcome;
  measured = {impact.time, impact.mean_force, impact.rebound};
  return {};
}

/// The order in dhat of the centre's advance, from three of them.
Outcome measure_order(const Contestant& method, std::vector<double>& measured) {
  double ahead[3] = {};
  for (int i = 0; i < 3; ++i) {
    Impact impact{};
    if (Outcome outcome = hit(2e-3 / (1 << i), method, impact); !outcome.ok()) return outcome;
    ahead[i] = impact.ahead;
  }
  measured = {std::log2((ahead[0] - ahead[1]) / (ahead[1] - ahead[2]))};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const double reach : {1e-3, 2.5e-4}) {
    Prediction time = within(0.01, "contact time", "s", duration);
    time.high += 4 * reach / speed;
    all.push_back({.parameters = fmt::format("dhat = {} mm", 1e3 * reach),
                   .predictions = {time, within(0.02, "force", "N", force),
                                   within(0.03, "speed of rebound", "m/s", speed)},
                   .measure = [reach](const Contestant& method,
                                      std::vector<double>& m) { return measure(reach, method, m); },
                   .must_stand = {"sdirk2"}});
  }
  all.push_back({.parameters = "dhat = 2, 1 and 0.5 mm",
                 .predictions = {near(0.3, "order of the centre's advance in dhat", "", 1)},
                 .measure = measure_order,
                 .must_stand = {"sdirk2"}});
  return all;
}

const bool enrolled = enrol({12, "bar", "an elastic bar flies on a wall",
                             "contact 2 L/c, force rho c v A, rebound at v", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::bar
