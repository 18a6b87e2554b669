// A block of the length b and the height h on a slope, with mu > b/h, tips over where tan theta is
// above b/h. Its contacts are points at the gap d above the slope, about which it turns: the limit
// is b/(h + 2 d), lower by the factor 2 d/h of at most 2 dhat/h. The grid keeps 5% away from it.
// A block that stands turns at most through the reach at both edges, 2 dhat/b. One that tips turns
// as e (cosh(lambda t) - 1), e at least half of the excess of 5% over the limit, lambda 8/s to
// 10/s: 15 degrees after 0.5 s at the latest.

#include "harness/contact/ladder.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"

#include <Eigen/Core>
#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace stiffbench::contact_ladder::tipping {
namespace {

constexpr double length = 0.1, reach = 2e-4;

/// The angle (degrees) by which the block has turned at the end, or as soon as it is more than 15.
Outcome measure(double height, double tangent, const Contestant& method,
                std::vector<double>& measured) {
  const auto problem =
      ProblemRegistry::instance().make("sliding_block", {{"length", length},
                                                         {"height", height},
                                                         {"slope", tangent},
                                                         {"friction", 1.5 * length / height},
                                                         {"reach", reach}});
  const auto& bodies = dynamic_cast<const ContactProblem&>(*problem);
  Ride ride(*problem, method, {2e-3, 1e-5});
  double angle = 0;
  while (ride.state().t < 0.6 && std::abs(angle) < 15) {
    if (Outcome outcome = ride.until(ride.state().t + ride.h()); !outcome.ok()) return outcome;
    const Eigen::Vector3d along = bodies.deformation(0, ride.state().x).col(0);
    angle = std::atan2(-along[1], along[0]) * 180 / std::numbers::pi;
  }
  measured = {angle};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const double height : {0.1, 0.2})
    for (const double part : {0.8, 0.95, 1.05, 1.2}) {
      const double tangent = part * length / height;
      const double limit = 2 * reach / length * 180 / std::numbers::pi;
      const Prediction stands{"turned after 0.6 s", "degrees", 0, -limit, limit},
          tips{"turned after 0.6 s", "degrees", 15, 15, 90};
      all.push_back(
          {.parameters = fmt::format("b/h = {}, tan theta = {:.4g}", length / height, tangent),
           .predictions = {part < 1 ? stands : tips},
           .measure = [height, tangent](
                          const Contestant& method,
                          std::vector<double>& m) { return measure(height, tangent, method, m); },
           .must_stand = {"implicit_euler", "bdf2", "sdirk2"}});
    }
  return all;
}

const bool enrolled = enrol({5, "tipping", "a block on a slope tips over",
                             "it tips where tan theta > b/h (1 - 2 d/h), if mu > b/h", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::tipping
