// Shells as bodies in contact: open surfaces, both sides of which touch.

#include "base/error.hpp"
#include "problems/contact/audit/intersections.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"
#include "problems/meshes/surfaces/disk.hpp"
#include "problems/meshes/surfaces/torus.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <numbers>
#include <random>

namespace shell_tests {

using namespace stiffbench;
using Eigen::Index;
using Eigen::Vector3d;

namespace {

constexpr double reach = 1e-3, radius = 0.1;

ThinShell sheet(bool held_rim) {
  const SurfaceMesh octagon = regular_polygon(8, 3, radius);
  std::vector<bool> fixed(std::size_t(octagon.vertices.cols()), false);
  if (held_rim)
    for (std::size_t i = fixed.size() - 24; i < fixed.size(); ++i) fixed[i] = true;
  return {.surface = octagon,
          .membrane = MembraneLaw(1000, 0.3),
          .bending = 0.01,
          .density = 2,
          .is_fixed = fixed};
}
ContactParameters parameters() {
  ContactParameters p;
  p.reach = reach;
  return p;
}
/// A sheet, and point masses at these places.
ContactBodies with_points(bool held_rim, const std::vector<Vector3d>& points) {
  ContactBodies bodies;
  bodies.add("sheet", sheet(held_rim), {0, 0.2, 0});
  for (const Vector3d& X : points) bodies.add_point("point", X, 0.01);
  return bodies;
}
Vec force(const Problem& problem, const State& u) {
  Vec f;
  problem.force(u, f);
  return f;
}
Vec random(Index size, double length, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-length, length);
  return Vec::NullaryExpr(size, [&] { return number(generator); });
}
std::unique_ptr<Problem> make(const std::string& name, const Settings& settings = {}) {
  return ProblemRegistry::instance().make(name, settings);
}

}  // namespace

TEST_CASE("a shell in contact has its mass, weight and motion, and is open", "[shells]") {
  const ContactProblem problem(with_points(true, {{0, 0.02, 0}}), parameters());
  const double area = 2 * std::sqrt(2.) * radius * radius;  // of the octagon
  CHECK(problem.parts().parts()[0].mass == Approx(2 * area).epsilon(1e-13));
  CHECK(problem.dof() == 3 * (25 + 1));
  CHECK(problem.kinetic(problem.start()) ==
        Approx(0.02 * problem.parts().heavy_masses().head(25).sum()));
  CHECK_FALSE(problem.bodies(problem.start())[0].closed);
  const Vec f = force(problem, problem.start());
  CHECK(f[1] == Approx(-9.81 * problem.parts().heavy_masses()[0]));
}

TEST_CASE("both sides of a shell touch, over a face, an edge, a vertex and the rim", "[shells]") {
  const double gap = reach / 2;
  ContactParameters p = parameters();
  const double expected = 1.193147180559945 * p.contact * p.reach;
  for (const Vector3d& at : {Vector3d(0.012, 0, -0.004), Vector3d(0.05, 0, -0.01),
                             Vector3d(0, 0, 0), Vector3d(radius, 0, 0)})
    for (const double side : {-1., 1.}) {
      CAPTURE(at.transpose(), side);
      const ContactProblem problem(with_points(false, {at + Vector3d(0, side * gap, 0)}), p);
      const Eigen::Matrix3Xd f =
          problem.contacts().vertex_forces(problem.start().x, problem.start().v);
      const Vector3d on_point = f.rightCols<1>();
      CHECK(on_point[1] == Approx(side * expected).epsilon(1e-9));
      CHECK(on_point.head<1>().norm() + on_point.tail<1>().norm() < 1e-9 * expected);
      CHECK(f.rowwise().sum().norm() < 1e-9 * expected);
      // Neither side is left by a step to the other one.
      Vec move = Vec::Zero(problem.dof());
      move[move.size() - 2] = -4 * side * gap;
      CHECK(problem.feasible_step(problem.start().x, move) < 0.25);
      CHECK(problem.feasible_step(problem.start().x, -move) == 1);
    }
}

TEST_CASE("derivatives of a shell in contact agree with differences", "[shells]") {
  const ContactProblem problem(
      with_points(true, {{0.012, 4e-4, -0.004}, {0.05, -5e-4, 0.01}, {0, 6e-4, 0}}), parameters());
  State u = problem.start();
  u.x += random(problem.dof(), 5e-5, 1);
  const Vec dx = random(problem.dof(), 1e-4, 2);
  const double e = 1e-5;
  const Vec slope =
      (force(problem, {0, u.x + e * dx, u.v}) - force(problem, {0, u.x - e * dx, u.v})) / (2 * e);
  Vec product;
  problem.jacobian_times(u, dx, 0 * dx, product);
  CHECK((product - slope).norm() < 1e-6 * slope.norm());
  Mat K;
  problem.stiffness(u, K);
  CHECK((K * dx + product).norm() < 1e-12 * product.norm());
  const double change =
      (problem.potential({0, u.x + e * dx, u.v}) - problem.potential({0, u.x - e * dx, u.v})) /
      (2 * e);
  CHECK(change == Approx(-force(problem, u).dot(dx)).epsilon(1e-6));
}

TEST_CASE("a point that starts on a shell, or a body through it, is refused", "[shells]") {
  CHECK_THROWS_WITH(ContactProblem(with_points(false, {{0, 0, 0}}), parameters()),
                    Catch::Contains("do not touch at the start"));
  ContactBodies bodies = with_points(false, {});
  SurfaceMesh ring = torus(8, 4, 0.03, 0.01);
  bodies.add("ring", AffineSolid{ring, 1000, 1e6});
  CHECK_THROWS_WITH(ContactProblem(bodies, parameters()), Catch::Contains("do not intersect"));
}

TEST_CASE("a polygon of rings is regular and flat, with its corners on the rim", "[meshes]") {
  for (const int sides : {3, 8}) {
    const SurfaceMesh mesh = regular_polygon(sides, 4, 0.5);
    CHECK(mesh.faces.cols() == sides * 16);
    CHECK(mesh.vertices.row(1).isZero(0));
    double area = 0;
    for (const auto& face : mesh.faces.colwise()) {
      const Vector3d a = mesh.vertices.col(face[0]),
                     twice = (mesh.vertices.col(face[1]) - a).cross(mesh.vertices.col(face[2]) - a);
      CHECK(twice[1] > 0);
      area += twice[1] / 2;
    }
    CHECK(area == Approx(sides / 8. * std::sin(2 * std::numbers::pi / sides)).epsilon(1e-13));
    for (Index i = mesh.vertices.cols() - 4 * sides; i < mesh.vertices.cols(); i += 4)
      CHECK(mesh.vertices.col(i).norm() == Approx(0.5).epsilon(1e-14));
  }
}

TEST_CASE("a torus is closed, round, and has the volume of its tube to the order of its mesh",
          "[meshes]") {
  const double exact = 2 * std::numbers::pi * std::numbers::pi * 0.3 * 0.01;
  double last = 0;
  for (const int around : {6, 12, 24}) {
    const SurfaceMesh mesh = torus(4 * around, around, 0.3, 0.1);
    CHECK_NOTHROW(validate(mesh));
    CHECK(euler_characteristic(mesh) == 0);
    for (const auto& X : mesh.vertices.colwise())
      CHECK(std::hypot(std::hypot(X[0], X[2]) - 0.3, X[1]) == Approx(0.1).epsilon(1e-12));
    const double error = 1 - volume(mesh) / exact;
    CHECK(error > 0);
    if (last > 0) {
      CHECK(std::log2(last / error) > 1.9);
      CHECK(std::log2(last / error) < 2.1);
    }
    last = error;
  }
}

TEST_CASE("every ring of a chain net is linked with its neighbours and with no other",
          "[chain_net]") {
  const auto problem = make("chain_net", {{"rings", 2L}});
  const auto& net = dynamic_cast<const ContactProblem&>(*problem);
  const auto& parts = net.parts().parts();
  CHECK(parts.size() == 4 + 8 + 12 + 1);
  CHECK(problem->dof() == 12 * (4 + 12 + 1));
  // Linking number of the circles of two rings: crossings of one through the disk of the other.
  const State start = problem->start();
  const std::vector<Body> bodies = net.bodies(start);
  const auto circle = [&](const Body& ring) {
    constexpr Index along = 16, around = 5;
    Eigen::Matrix3Xd points(3, along);
    for (Index i = 0; i < along; ++i)
      points.col(i) = ring.points.middleCols(i * around, around).rowwise().mean();
    return points;
  };
  const auto crossings = [](const Eigen::Matrix3Xd& one, const Eigen::Matrix3Xd& other) {
    const Vector3d centre = one.rowwise().mean(),
                   normal = (one.col(0) - centre).cross(one.col(4) - centre).normalized();
    const double size = (one.col(0) - centre).norm();
    int inside = 0;
    for (Index i = 0; i < other.cols(); ++i) {
      const Vector3d a = other.col(i) - centre, b = other.col((i + 1) % other.cols()) - centre;
      if ((normal.dot(a) > 0) == (normal.dot(b) > 0)) continue;
      const double share = normal.dot(a) / (normal.dot(a) - normal.dot(b));
      inside += (a + share * (b - a)).norm() < size;
    }
    return inside;
  };
  int linked = 0;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i)
    for (std::size_t j = i + 1; j + 1 < parts.size(); ++j) {
      const Eigen::Matrix3Xd one = circle(bodies[i]), other = circle(bodies[j]);
      const int count = crossings(one, other);
      CHECK((count == 0 || count == 1));
      CHECK(count == crossings(other, one));
      linked += count;
    }
  CHECK(linked == 2 * 12);
  CHECK_THROWS_WITH(make("chain_net", {{"pitch", 0.07}}), Catch::Contains("room around"));
  CHECK_THROWS_WITH(make("chain_net", {{"tube", 0.01}}), Catch::Contains("room around"));
}

TEST_CASE("a stiff ball is the same affine body or of elements, 1 m above the ground",
          "[stiff_ball]") {
  for (const std::string model : {"affine", "elements"}) {
    CAPTURE(model);
    const auto problem = make("stiff_ball", {{"model", model}});
    const auto& ball = dynamic_cast<const ContactProblem&>(*problem);
    const double m = ball.parts().parts()[0].mass;
    CHECK(m == Approx(1000 * 4. / 3 * std::numbers::pi * 1.25e-4).epsilon(0.05));
    CHECK(ball.contacts().surface().positions(problem->start().x).row(1).minCoeff() == Approx(1));
    CHECK(problem->potential(problem->start()) == Approx(m * 9.8 * 1.05).epsilon(1e-3));
    CHECK((problem->dof() == 12) == (model == "affine"));
  }
  const auto affine = make("stiff_ball");
  CHECK(dynamic_cast<const ContactProblem&>(*affine).parts().parts()[0].vertices == 642);
}

TEST_CASE("a trampoline is held at eight corners, a body over its middle", "[trampoline]") {
  const auto problem = make("trampoline", {{"size", "30"}, {"rings", 3L}});
  const auto& scene = dynamic_cast<const ContactProblem&>(*problem);
  const auto& sheet = scene.parts().parts()[0];
  CHECK(sheet.vertices == 1 + 8 * (1 + 2 + 3));
  CHECK(sheet.places == sheet.vertices - 8);
  const Eigen::Matrix3Xd X = scene.contacts().surface().positions(problem->start().x);
  CHECK(X.middleCols(sheet.vertices, X.cols() - sheet.vertices).row(1).minCoeff() == Approx(0.5));
  int corners = 0;
  for (int i = 0; i < sheet.vertices; ++i)
    if (scene.contacts().surface().is_fixed(i)) {
      ++corners;
      CHECK(X.col(i).norm() == Approx(0.5));
    }
  CHECK(corners == 8);
}

}  // namespace shell_tests
