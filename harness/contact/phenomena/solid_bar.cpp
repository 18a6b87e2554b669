// The bar of bar.cpp as a solid of tetrahedra, with sides that are held, so that its waves have the
// speed of uniaxial strain, c^2 = E (1 - nu)/((1 + nu)(1 - 2 nu) rho). L = 0.2 m, sides of 0.02 m,
// E = 2e11 Pa, nu = 0.3, rho = 8000 kg/m^3, v = 100 m/s: c = 5801.194 m/s, contact 6.895133e-5 s,
// force 1.856382e6 N. A linear corotated material is linear at any uniaxial strain.
//
// Springs across the bar hold the vertices of its sides. They yield: with the stiffness k of each,
// a layer of the thickness h has the lateral stiffness k/h (Pa), so that c^2 is smaller by the share
// 2 lambda^2/((lambda + 2 mu) k/h) = 4e-4, far below the bands. In Kuhn's mesh, of which all
// vertices lie on the sides, masses and forces of a layer are in proportion, so that it carries
// plane waves as lumped linear elements of one dimension do; only the layers at the ends are not.

#include "harness/contact/wall_impact.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/forces/contact/barrier.hpp"
#include "problems/meshes/grid.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace stiffbench::contact_ladder::solid_bar {
namespace {

constexpr double length = 0.2, side = 0.02, density = 8000, speed = 100;
constexpr double stiffness = 1.3e9,
                 hold = 1e12;  // of a vertex' barrier and of a side's spring (N/m)
constexpr int elements = 50;
const Lame material = lame(2e11, 0.3);

FlyingBar flying() {
  const double c = std::sqrt((material.lambda + 2 * material.mu) / density);
  return {length, c, density * c * side * side, speed};
}
Wall wall(double reach) {
  const Barrier<double> barrier{stiffness * reach * reach, reach};
  return {reach, [barrier](double gap) { return -4 * barrier.first_derivative(gap); }};
}

ContactProblem bar(double reach) {
  ContactParameters p;
  p.gravity = 0;
  p.contact = stiffness;
  p.reach = reach;
  const Grid grid{{elements, 1, 1}, {length, side, side}, {2 * reach, 0, 0}};
  const TetMesh mesh = kuhn_mesh(grid_vertices(grid), grid.cells);
  ContactBodies bodies;
  const int body = bodies.add("bar",
                              MeshedSolid{.mesh = mesh,
                                          .surface = surface_faces(mesh),
                                          .material = LinearCorotated{material},
                                          .density = density,
                                          .self_contact = false},
                              {.velocity = {-speed, 0, 0}});
  for (int vertex = 0; vertex < mesh.vertices.cols(); ++vertex)
    for (const Eigen::Vector3d& across : {Eigen::Vector3d(0, 1, 0), Eigen::Vector3d(0, 0, 1)})
      bodies.add_support(body, vertex, hold, across);
  bodies.add_plane({1, 0, 0});
  return {std::move(bodies), p};
}

Outcome hit(double reach, const Contestant& method, WallImpact& impact) {
  const ContactProblem problem = bar(reach);
  Vec masses = Vec::Zero(problem.dof());
  for (Eigen::Index i = 0; i < masses.size(); i += 3) masses[i] = problem.mass().diagonal()[i];
  const auto gap = [&](const State& u) {
    return problem.contacts().surface().positions(u.x).row(0).minCoeff();
  };
  const MeshedBar mesh{flying(), reach, elements, masses, gap};
  return fly(mesh, problem, method, {mesh.bar.duration() / 500, 5e-8}, impact);
}

constexpr std::array reaches = {1.2e-3, 6e-4, 3e-4};

Outcome measure(const Contestant& method, std::vector<double>& measured) {
  std::vector<double> ahead;
  WallImpact impact{};
  for (const double reach : reaches) {
    if (Outcome outcome = hit(reach, method, impact); !outcome.ok()) return outcome;
    ahead.push_back(impact.ahead);
  }
  measured = {impact.contact_time, impact.force, impact.rebound, order_of(ahead)};
  return {};
}

std::vector<Rung> rungs() {
  std::vector<Prediction> all = predictions(flying(), wall(reaches.back()), elements);
  std::vector<double> ahead;
  for (const double reach : reaches) ahead.push_back(predict(flying(), wall(reach)).ahead);
  all.push_back(near(0.1, "order of the centre's advance in dhat", "", order_of(ahead)));
  return {{.parameters = "dhat = 0.3 mm; order from 1.2, 0.6 and 0.3 mm",
           .predictions = all,
           .measure = measure,
           .must_stand = {"bdf2", "sdirk2"}}};
}

const bool enrolled = enrol({14, "solid_bar", "an elastic bar of tetrahedra flies on a wall",
                             "contact 2 L/c, force rho c v A, rebound at v; "
                             "c^2 = E (1 - nu)/((1 + nu)(1 - 2 nu) rho)",
                             rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::solid_bar
