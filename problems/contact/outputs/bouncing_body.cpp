#include "problems/contact/outputs/bouncing_body.hpp"

#include "problems/contact/contact_problem.hpp"
#include "problems/contact/outputs/contact_outputs.hpp"
#include "problems/outputs/bounces.hpp"
#include "problems/outputs/combined.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

/// Returns the distance of the nearest contact of the body with something else (m); dhat without
/// one.
double nearest_contact(const ContactProblem& problem, int body, const Vec& x) {
  const ContactTerm& contacts = problem.contacts();
  double least = contacts.law().dhat;
  for (const Collision& collision : contacts.contacts(x)->collisions) {
    const auto belongs = [&](int vertex) {
      return contacts.surface().mesh().body[static_cast<std::size_t>(vertex)] == body;
    };
    const auto end = collision.vertex.begin() + collision.size;
    const bool touches = std::any_of(collision.vertex.begin(), end, belongs),
               alone = collision.plane < 0 && std::all_of(collision.vertex.begin(), end, belongs);
    if (touches && !alone) least = std::min(least, collision.distance);
  }
  return least;
}

}  // namespace

std::unique_ptr<Outputs> bouncing_body(const ContactProblem& problem, int body, double level,
                                       bool audit, long points) {
  const auto& part = problem.parts().parts().at(static_cast<std::size_t>(body));
  const Vec masses = problem.parts().heavy_masses().segment(part.first_place, part.places);
  const auto heights = [&problem, body, level, masses, first = part.first_place](const State& u) {
    const Eigen::Vector3d centre =
        problem.places(u.x).segment(3 * first, 3 * masses.size()).reshaped(3, masses.size()) *
        masses / masses.sum();
    return Bounces::Heights{-problem.down().dot(centre) - level,
                            nearest_contact(problem, body, u.x)};
  };
  return std::make_unique<Combined>(
      std::make_unique<ContactOutputs>(problem, audit, points),
      std::make_unique<Bounces>(heights, problem.contacts().law().dhat, problem.end_time(),
                                points));
}

}  // namespace stiffbench
