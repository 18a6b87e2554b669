// A semicircular arch of rigid voussoirs under its own weight stands if its thickness is at least
// 0.1075 of its mean radius (Milankovitch; Cocchetti, Rizzi, DOI 10.3221/IGF-ESIS.51.26).
// Hinges open at joints only, so that a few voussoirs stand at a slightly smaller thickness; gaps
// of dhat move the arch by at most the number of joints times dhat. The grid keeps 15% away from
// the limit.

#include "harness/contact/ladder.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiffbench::contact_ladder::arch {
namespace {

constexpr long voussoirs = 11;
constexpr double limit = 0.1075;

/// The fall of the crown (percent of the radius) after 1 s, or as soon as it is more than 5.
Outcome measure(double thickness, const Contestant& method, std::vector<double>& measured) {
  const auto problem = ProblemRegistry::instance().make(
      "voussoir_arch", {{"voussoirs", voussoirs}, {"thickness", thickness}});
  const auto& bodies = dynamic_cast<const ContactProblem&>(*problem);
  constexpr int crown = voussoirs / 2;
  const double start = bodies.centre(crown, problem->start().x)[1];
  Ride ride(*problem, method, {2e-3, 0});
  double fall = 0;
  while (ride.state().t < 1 && fall < 5) {
    if (Outcome outcome = ride.until(ride.state().t + 0.01); !outcome.ok()) return outcome;
    fall = 100 * (start - bodies.centre(crown, ride.state().x)[1]);
  }
  measured = {fall};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const double part : {0.85, 1.15}) {
    const double thickness = part * limit;
    const Prediction stands{"fall of the crown after 1 s", "% of R", 0, -1, 1},
        falls{"fall of the crown after 1 s", "% of R", 5, 5, 101};
    all.push_back(
        {.parameters = fmt::format("thickness / radius = {:.4g}", thickness),
         .predictions = {part > 1 ? stands : falls},
         .measure = [thickness](const Contestant& method,
                                std::vector<double>& m) { return measure(thickness, method, m); },
         .must_stand = {"implicit_euler"}});
  }
  return all;
}

const bool enrolled = enrol({11, "arch", "a semicircular arch of voussoirs",
                             "it stands if thickness / radius >= 0.1075", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::arch
