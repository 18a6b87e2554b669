// A stack of three cubes without friction, each smaller than the one below. Each contact carries
// the weight of all that lies above, and nothing pushes sideways: by symmetry the stack never
// drifts, and four vertices of a cube share its load whatever triangles they stand on.
//
// Cubes begin at the gaps at which they rest but without their compression, the share 9e-3 of the
// contacts'. Vibrations of the share s in the force leave 2 s/(omega T) in its mean over T: with
// omega = 400/s at the plane and T = 0.2 s the band of 2e-3 holds s = 0.08, as needed where
// vertices stand on edges of triangles and begin out of balance.

#include "harness/contact/ladder.hpp"
#include "problems/contact/bodies/surfaces.hpp"
#include "problems/contact/contact_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace stiffbench::contact_ladder::stack {
namespace {

constexpr double g = 9.81, density = 1000;
constexpr std::array sides = {0.1, 0.08, 0.05};

double mass(std::size_t i) { return density * sides[i] * sides[i] * sides[i]; }
double weight_from(std::size_t i) {
  double sum = 0;
  for (; i < sides.size(); ++i) sum += mass(i) * g;
  return sum;
}

/// `cells` of each face: with more of them more vertices carry the load, at odd places.
ContactBodies bodies_of(int cells, const ContactParameters& p) {
  ContactBodies bodies;
  bodies.add_plane({0, 1, 0});
  double y = 0;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    y += p.resting_gap(weight_from(i) / ((cells + 1) * (cells + 1)));
    const Eigen::Vector3d size = Eigen::Vector3d::Constant(sides[i]);
    const Eigen::Vector3d low(-sides[i] / 2, y, -sides[i] / 2);
    bodies.add(fmt::format("cube {}", i + 1),
               AffineSolid{cuboid_surface({{cells, cells, cells}, size, low}), density, 1e7});
    y += sides[i];
  }
  return bodies;
}

Outcome measure(int cells, const Contestant& method, std::vector<double>& measured) {
  ContactParameters p;
  const ContactProblem problem(bodies_of(cells, p), p);
  Ride ride(problem, method, {1e-3, 1e-5});
  std::array<double, 3> sums{};
  double drift = 0;
  long count = 0;
  if (Outcome outcome = ride.until(
          0.2,
          [&](const State& u) {
            for (int i = 0; i < 3; ++i)
              drift = std::max({drift, std::abs(u.x[12 * i]), std::abs(u.x[12 * i + 2])});
            // The force on cube i is what it carries less its reaction on the cube above.
            const Eigen::Matrix3Xd forces = problem.contacts().vertex_forces(u.x, u.v);
            double above = 0;
            for (int i = 2; i >= 0; --i) {
              const auto& part = problem.parts().parts()[static_cast<std::size_t>(i)];
              above += forces.middleCols(part.first_vertex, part.vertices).row(1).sum();
              sums[static_cast<std::size_t>(i)] += above;
            }
            ++count;
          });
      !outcome.ok())
    return outcome;
  const auto n = static_cast<double>(count);
  measured = {sums[0] / n, sums[1] / n, sums[2] / n, drift};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Rung> all;
  for (const int cells : {1, 3})
    all.push_back({.parameters = fmt::format("{} contacts of each cube", (cells + 1) * (cells + 1)),
                   .predictions = {within(2e-3, "mean force on the plane", "N", weight_from(0)),
                                   within(2e-3, "on the lowest cube", "N", weight_from(1)),
                                   within(2e-3, "on the middle cube", "N", weight_from(2)),
                                   near(1e-9, "largest drift", "m", 0)},
                   .measure = [cells](const Contestant& method,
                                      std::vector<double>& m) { return measure(cells, method, m); },
                   .must_stand = {"implicit_euler", "bdf2", "sdirk2"}});
  return all;
}

const bool enrolled = enrol({9, "stack", "three cubes on each other without friction",
                             "each contact carries the weight above; no drift", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::stack
