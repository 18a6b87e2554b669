// A bar that flies on a hard wall (d'Alembert). The compression wave takes 2 L/c to the free end
// and back; until then the wall pushes with rho c v A, and the bar leaves at its speed with all
// energy. A barrier of the reach dhat is not hard: contact begins and ends at dhat, and the end of
// the bar moves within it. The shifts follow from the equation of the gap (wall_impact.hpp), which
// has no mesh; those of the centre tend to 0 with dhat, with an order that this equation predicts
// as well: near 1, not 1, because the steady gap is a larger share of a larger dhat.
//
// Ours is the bar of collision_1d with rho A L = 10 kg, L = 1 m, c = 100 m/s, v = 1 m/s. Its
// neo-Hookean material makes waves faster: a jump from rest to the strain e = v/U runs with
//   U^2 = c^2 (2 - e)/(2 (1 - e)),   1.0025 c here.

#include "harness/contact/wall_impact.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/contact/barrier.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench::contact_ladder::bar {
namespace {

constexpr double mass = 10, length = 1, wave_speed = 100, speed = 1;
constexpr double stiffness = 1e8;  // of the barrier (N/m)
constexpr int elements = 100;

FlyingBar flying() {
  double U = wave_speed;
  for (int i = 0; i < 20; ++i) U = wave_speed * std::sqrt((2 - speed / U) / (2 * (1 - speed / U)));
  return {length, U, mass / length * U, speed};
}
Wall wall(double reach) {
  const Barrier<double> barrier{stiffness * reach * reach, reach};
  return {reach, [barrier](double gap) { return -barrier.first_derivative(gap); }};
}

Outcome hit(double reach, const Contestant& method, WallImpact& impact) {
  const auto problem =
      ProblemRegistry::instance().make("collision_1d", {{"case", std::string("stiff")},
                                                        {"nodes", elements + 1L},
                                                        {"gap", 2 * reach},
                                                        {"dhat", reach},
                                                        {"kappa", stiffness * reach * reach}});
  const MeshedBar mesh{flying(), reach, elements, problem->mass().diagonal(),
                       [](const State& u) { return u.x[0]; }};
  const double duration = mesh.bar.duration();
  return fly(mesh, *problem, method, {duration / 2000, 5e-7}, impact);
}

Outcome measure(double reach, const Contestant& method, std::vector<double>& measured) {
  WallImpact impact{};
  if (Outcome outcome = hit(reach, method, impact); !outcome.ok()) return outcome;
  measured = {impact.contact_time, impact.force, impact.rebound};
  return {};
}

constexpr std::array reaches = {2e-3, 1e-3, 5e-4};

Outcome measure_order(const Contestant& method, std::vector<double>& measured) {
  std::vector<double> ahead;
  for (const double reach : reaches) {
    WallImpact impact{};
    if (Outcome outcome = hit(reach, method, impact); !outcome.ok()) return outcome;
    ahead.push_back(impact.ahead);
  }
  measured = {order_of(ahead)};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const double reach : {1e-3, 2.5e-4})
    all.push_back({.parameters = fmt::format("dhat = {} mm", 1e3 * reach),
                   .predictions = predictions(flying(), wall(reach), elements),
                   .measure = [reach](const Contestant& method,
                                      std::vector<double>& m) { return measure(reach, method, m); },
                   .must_stand = {"bdf2", "sdirk2"}});
  std::vector<double> ahead;
  for (const double reach : reaches) ahead.push_back(predict(flying(), wall(reach)).ahead);
  all.push_back(
      {.parameters = "dhat = 2, 1 and 0.5 mm",
       .predictions = {near(0.1, "order of the centre's advance in dhat", "", order_of(ahead))},
       .measure = measure_order,
       .must_stand = {"bdf2", "sdirk2"}});
  return all;
}

const bool enrolled = enrol({13, "bar", "an elastic bar flies on a wall",
                             "contact 2 L/c, force rho c v A, rebound at v", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::bar
