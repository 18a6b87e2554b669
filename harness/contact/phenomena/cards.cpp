// A pair of cards that lean against each other on the ground stands where the friction at their
// feet carries the thrust: mu >= (x_c - x_f) / (y_t - y_f), which is 1 / (2 tan phi) for thin
// cards. The limit is taken from the vertices of the cards, which are 4 mm thick. Cards that stand
// creep at less than eps_v, which lowers them by eps_v T cos phi/(L sin^2 phi), and sink by at most
// dhat. Cards 15% below the limit slide at 0.15 mu g or more and so fall by 10% within 0.35 s. Only
// implicit Euler must stand: methods that keep vibrations may let the feet hop. A tower of three
// storeys stands far above that limit.

#include "harness/contact/ladder.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiffbench::contact_ladder::cards {
namespace {

constexpr double length = 0.09, reach = 2e-4, slip_speed = 1e-3;

std::unique_ptr<Problem> tower(int storeys, double angle, double friction) {
  return ProblemRegistry::instance().make("card_tower", {{"storeys", static_cast<long>(storeys)},
                                                         {"angle", angle},
                                                         {"friction", friction},
                                                         {"length", length},
                                                         {"reach", reach},
                                                         {"slip_speed", slip_speed}});
}
const ContactProblem& contact_problem(const Problem& problem) {
  return dynamic_cast<const ContactProblem&>(problem);
}

/// The coefficient of friction at which the left card of a pair stands.
double least_friction(double angle) {
  const auto problem = tower(1, angle, 0.5);
  const ContactProblem& bodies = contact_problem(*problem);
  const auto& part = bodies.parts().parts()[0];
  const Eigen::Matrix3Xd x = bodies.contacts()
                                 .surface()
                                 .positions(problem->start().x)
                                 .middleCols(part.first_vertex, part.vertices);
  Eigen::Index foot, top;
  x.row(1).minCoeff(&foot);
  x.row(0).maxCoeff(&top);
  return (part.frame->centre[0] - x(0, foot)) / (x(1, top) - x(1, foot));
}

/// The largest fall of a card's centre (percent of its height) after 0.4 s, or as soon as it is
/// more than 10.
Outcome measure(int storeys, double angle, double friction, const Contestant& method,
                std::vector<double>& measured) {
  const auto problem = tower(storeys, angle, friction);
  const ContactProblem& bodies = contact_problem(*problem);
  const Vec start = problem->start().x;
  Ride ride(*problem, method, {2e-3, 0});
  double fall = 0;
  while (ride.state().t < 0.4 && fall < 10) {
    if (Outcome outcome = ride.until(ride.state().t + 0.01); !outcome.ok()) return outcome;
    for (int i = 0; i < std::ssize(bodies.parts().parts()); ++i)
      fall = std::max(fall,
                      100 * (1 - bodies.centre(i, ride.state().x)[1] / bodies.centre(i, start)[1]));
  }
  measured = {fall};
  return {};
}

std::vector<Rung> rungs() {
  const Prediction falls{"largest fall of a card after 0.4 s", "%", 10, 10, 101};
  std::vector<Rung> all;
  const auto add = [&](int storeys, double angle, double friction, double limit) {
    const double phi = angle * std::numbers::pi / 180, s = std::sin(phi);
    const double fall = 100 * (slip_speed * 0.4 * std::cos(phi) / (s * s) + 2 * reach / s) / length;
    const Prediction stands{"largest fall of a card after 0.4 s", "%", 0, -fall, fall};
    all.push_back(
        {.parameters = fmt::format("{} storey{}, {} degrees, mu = {:.4g} (limit {:.4g}, thin "
                                   "cards {:.4g})",
                                   storeys, storeys > 1 ? "s" : "", angle, friction, limit,
                                   0.5 / std::tan(angle * std::numbers::pi / 180)),
         .predictions = {friction > limit ? stands : falls},
         .measure =
             [=](const Contestant& method, std::vector<double>& m) {
               return measure(storeys, angle, friction, method, m);
             },
         .must_stand = {"implicit_euler"}});
  };
  for (const double angle : {50., 65.}) {
    const double limit = least_friction(angle);
    for (const double part : {0.85, 1.15}) add(1, angle, part * limit, limit);
  }
  add(3, 65, 0.6, least_friction(65));
  return all;
}

const bool enrolled = enrol({10, "cards", "cards lean against each other",
                             "a pair stands if mu >= (x_c - x_f)/(y_t - y_f), 1/(2 tan phi) of "
                             "thin cards",
                             rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::cards
