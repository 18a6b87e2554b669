// An elastic sphere is pressed on a rigid plane by its own inertia: it flies there so slowly that
// its own waves pass it many times on the way (v is 0.5% of their speed). Hertz's force (Johnson,
// Contact Mechanics, DOI 10.1017/CBO9781139171731, sections 3.2 and 4.2) is
//   F = 4/3 E/(1 - nu^2) sqrt(R) delta^1.5,   14.652 N at 1 mm,
// with delta the approach of the plane and a point far away. Ours is the approach of the lowest
// point and the centre of mass, at the distance R, which a point load moves relative to points far
// away by s F, s = (1 + nu)(3 - 2 nu)/(2 pi E R), 7% of 1 mm (Boussinesq): F is that of delta + s
// F, 16.5 N. The flanks of a sphere are nearer than those of a half-space, so that s is an
// estimate.
//
// The band is the error of 10% that meshes of linear tetrahedra have where their edges are a sixth
// of the radius of contact, sqrt(R delta) = 10 mm at 1 mm. A geodesic sphere of 1442 vertices has
// them after a conformal map towards its lowest point, about 1.5 mm there. Coarser ones are too
// stiff: edges of 4.7 mm, with which the band was tried first, give 20.7 N at 1 mm, 2.4 mm 18.4 N,
// 1.7 mm 17.9 N.

#include "harness/contact/ladder.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/meshes/ball.hpp"
#include "problems/meshes/tetgen.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace stiffbench::contact_ladder::hertz {
namespace {

constexpr double radius = 0.1, youngs = 1e6, poisson = 0.3, density = 1000;
constexpr double farthest = 2.5e-3;  // indentation at which the sphere would turn back (m)
const double stiffness = 4. / 3 * youngs / (1 - poisson * poisson) * std::sqrt(radius);
double hertz(double indentation) { return stiffness * std::pow(indentation, 1.5); }
/// Force at this approach of the lowest point and the centre.
double force(double approach) {
  constexpr double shift =
      (1 + poisson) * (3 - 2 * poisson) / (2 * std::numbers::pi * youngs * radius);
  double F = 0;
  for (int i = 0; i < 100; ++i) F = hertz(approach + shift * F);
  return F;
}

/// Geodesic sphere whose triangles at (0, -1, 0) are smaller by this factor, and larger by it on
/// the other side: a stereographic projection from there is scaled, which keeps angles.
SurfaceMesh concentrated(SurfaceMesh sphere, double factor) {
  for (auto x : sphere.vertices.colwise()) {
    const double squared = (1 + x[1]) / std::max(1 - x[1], 1e-300) * factor * factor;
    const double y = (squared - 1) / (squared + 1), wide = std::hypot(x[0], x[2]);
    const double scale = wide > 1e-9 ? std::sqrt(1 - y * y) / wide : 0;
    x = Eigen::Vector3d(scale * x[0], wide > 1e-9 ? y : x[1], scale * x[2]);
  }
  return sphere;
}

ContactProblem sphere_on_plane() {
  ContactParameters p;
  p.gravity = 0;
  p.contact = 2e4;
  p.reach = 5e-5;
  const SurfaceMesh surface = concentrated(geodesic_sphere(12), 0.16);
  TetMesh mesh = tetrahedralize(surface, "-pYq1.4a0.002");
  mesh.vertices *= radius;
  mesh.vertices.row(1).array() += radius + p.reach;
  // All energy m v^2/2 is Hertz's, 2/5 of F delta, at the farthest indentation.
  const double mass = density * volume(mesh);
  const double speed = std::sqrt(0.8 * hertz(farthest) * farthest / mass);
  ContactBodies bodies;
  bodies.add("sphere",
             MeshedSolid{.mesh = mesh,
                         .surface = surface.faces,
                         .material = LinearCorotated{lame(youngs, poisson)},
                         .density = density,
                         .self_contact = false},
             {.velocity = {0, -speed, 0}});
  bodies.add_plane({0, 1, 0});
  return {std::move(bodies), p};
}

/// Indentation and force of one state.
struct Press {
  double indentation, force;
};
Press press(const ContactProblem& problem, const Vec& weights, const State& u) {
  const Eigen::Matrix3Xd x = problem.contacts().surface().positions(u.x);
  const double centre = radius + problem.contacts().law().dhat + weights.dot(u.x);
  return {radius - (centre - x.row(1).minCoeff()),
          problem.contacts().vertex_forces(u.x, u.v).row(1).sum()};
}

Outcome measure(const std::vector<double>& indentations, const Contestant& method,
                std::vector<double>& measured) {
  const ContactProblem problem = sphere_on_plane();
  Vec weights = Vec::Zero(problem.dof());  // of the displacements in that of the centre of mass
  for (Eigen::Index i = 1; i < weights.size(); i += 3) weights[i] = problem.mass().diagonal()[i];
  weights /= weights.sum();
  const double longest = 3 * farthest / std::abs(problem.start().v[1]);
  Ride ride(problem, method, {2e-4, 5e-6});
  Press last{0, 0};
  while (measured.size() < indentations.size() && ride.state().t < longest) {
    if (Outcome outcome = ride.until(ride.state().t + ride.h()); !outcome.ok()) return outcome;
    const Press now = press(problem, weights, ride.state());
    const double at = indentations[measured.size()];
    if (now.indentation >= at)
      measured.push_back(last.force + (now.force - last.force) * (at - last.indentation) /
                                          (now.indentation - last.indentation));
    last = now;
  }
  measured.resize(indentations.size(), NAN);
  return {};
}

std::vector<Rung> rungs() {
  const std::vector<double> indentations = {1e-3, 2e-3};
  std::vector<Prediction> predictions;
  for (const double delta : indentations)
    predictions.push_back(
        within(0.1, fmt::format("force at {:g} mm", 1e3 * delta), "N", force(delta)));
  return {{.parameters =
               fmt::format("R = {}, E = {:g}, nu = {}; Hertz without shift: {:.5g} and {:.5g} N",
                           radius, youngs, poisson, hertz(indentations[0]), hertz(indentations[1])),
           .predictions = predictions,
           .measure = [indentations](
                          const Contestant& method,
                          std::vector<double>& m) { return measure(indentations, method, m); },
           .must_stand = {"implicit_euler", "bdf2", "sdirk2"}}};
}

const bool enrolled = enrol(
    {12, "hertz", "an elastic sphere is pressed on a plane",
     "F = 4/3 E/(1 - nu^2) sqrt(R) (delta + s F)^1.5, s = (1 + nu)(3 - 2 nu)/(2 pi E R)", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::hertz
