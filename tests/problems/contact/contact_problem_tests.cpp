// Bodies in contact put together as one problem: mass, weight, start, derivatives, refusals.

#include "base/error.hpp"
#include "problems/contact/bodies/surfaces.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/meshes/grid.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <random>

namespace contact_problem_tests {

using namespace stiffbench;
using Eigen::Vector3d;

namespace {

constexpr double side = 0.1, gap = 4e-4;

SurfaceMesh cube_at(const Vector3d& low) {
  return cuboid_surface({{1, 1, 1}, Vector3d::Constant(side), low});
}

ContactParameters frictional() {
  ContactParameters p;
  p.friction = 0.4;
  p.contact = 2e3;
  p.slip_speed = 0.05;
  return p;
}

ContactParameters damped(double friction) {
  ContactParameters p = frictional();
  p.friction = friction;
  p.damping = 3;
  p.damping_time = 0.002;
  return p;
}

/// A meshed cube on the ground, an affine cube on it, a point mass on that, and a step beside them.
ContactBodies pile(const BodyDamping& damping = {}) {
  ContactBodies bodies;
  bodies.add_plane({0, 2, 0}, 0);
  const std::array<int, 3> cells = {2, 2, 2};
  TetMesh mesh = kuhn_mesh(
      grid_vertices({cells, Vector3d::Constant(side), {-side / 2, gap, -side / 2}}), cells);
  const Eigen::Matrix3Xi surface = surface_faces(mesh);
  bodies.add("soft",
             MeshedSolid{.mesh = mesh,
                         .surface = surface,
                         .material = make_material(Material::fixed_corotated, lame(1e5, 0.3)),
                         .density = 1000,
                         .damping = damping},
             {{0.1, 0, 0.2}, {0, 1, 0}});
  bodies.add("stiff", AffineSolid{cube_at({-0.04, side + 2 * gap, -0.03}), 800, 1e6},
             {{-0.2, 0, 0.1}, {0, 0, 2}});
  bodies.add_point("point", {0.011, 2 * side + 3 * gap, 0.013}, 0.2, {0, 0, 0.3});
  const SurfaceMesh step = cube_at({side / 2 + gap, -0.03, -0.02});
  bodies.add_obstacle("step", step.vertices, step.faces);
  bodies.add_spring(2, 30, {1, 0, 1}, 0.5);
  return bodies;
}

Vec random(Eigen::Index size, double length, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-length, length);
  return Vec::NullaryExpr(size, [&] { return number(generator); });
}

Vec force(const Problem& problem, const State& u) {
  Vec f;
  problem.force(u, f);
  return f;
}

void check_near(const Vec& got, const Vec& expected, double tolerance) {
  CHECK((got - expected).norm() <= tolerance * expected.norm());
}

State moving(const Problem& problem) {
  State u = problem.start();
  u.t = 0.3;
  u.x += random(u.x.size(), 0.1 * gap, 1);
  u.v += random(u.v.size(), 0.1, 2);
  return u;
}

}  // namespace

TEST_CASE("bodies in contact have their masses, weights and motions") {
  const ContactProblem problem(pile(), frictional());
  const ContactBodies& bodies = problem.parts();
  REQUIRE(problem.dof() == 3 * (27 + 4 + 1));
  CHECK(problem.mass().is_diagonal());
  const double cubic = side * side * side;
  CHECK(bodies.parts()[0].mass == Approx(1000 * cubic));
  CHECK(bodies.parts()[1].mass == Approx(800 * cubic));
  CHECK(bodies.heavy_masses().sum() == Approx(1800 * cubic + 0.2));
  const double tau = problem.kinetic(problem.start());
  const double second = cubic * side * side / 6;  // of a cube's inertia tensor at density 1
  // The lumped mass of the meshed cube has more inertia than the cube.
  const double spin = 0.5 * 800 * second * 4, least = 0.5 * 1000 * second;
  const double moves = 0.5 * (1000 * cubic * 0.05 + 800 * cubic * 0.05 + 0.2 * 0.09);
  CHECK(tau > moves + spin + least);
  CHECK(tau < moves + spin + 3 * least);
  CHECK((problem.velocity(1, problem.start().v) - Vector3d(-0.2, 0, 0.1)).norm() < 1e-15);
  const Eigen::Matrix3d W = problem.velocity_gradient(1, problem.start());
  CHECK(W(1, 0) == Approx(2));
  CHECK(W(0, 1) == Approx(-2));
  CHECK(problem.deformation(1, problem.start().x) == Eigen::Matrix3d::Identity());
}

TEST_CASE("derivatives of bodies in contact with friction agree with differences") {
  const BodyDamping own = GENERATE(BodyDamping{}, BodyDamping{5, {20, 30}});
  const ContactProblem problem(pile(own), GENERATE(frictional(), damped(0.4)));
  const State u = moving(problem);
  const Vec dx = random(problem.dof(), gap, 3), dv = random(problem.dof(), 1, 4), none = 0 * dx;
  const double e = 1e-5;
  const auto difference = [&](const Vec& x, const Vec& v) -> Vec {
    return (force(problem, {u.t, u.x + e * x, u.v + e * v}) -
            force(problem, {u.t, u.x - e * x, u.v - e * v})) /
           (2 * e);
  };
  Vec product;
  problem.jacobian_times(u, dx, none, product);
  check_near(product, difference(dx, none), 1e-6);
  Mat K, D, C;
  problem.stiffness(u, K);
  check_near(K * dx, -product, 1e-11);
  CHECK((K - Mat(K.transpose())).norm() > 1e-6 * K.norm());
  problem.jacobian_times(u, none, dv, product);
  check_near(product, difference(none, dv), 1e-6);
  problem.damping(u, D);
  check_near(D * dv, -product, 1e-11);
  problem.secant_damping(u, C);
  check_near(force(problem, {u.t, u.x, none}) - force(problem, u), C * u.v, 1e-12);
  const State still{u.t, u.x, none};
  problem.stiffness(still, K);
  CHECK((K - Mat(K.transpose())).norm() <= 1e-14 * K.norm());
  const Vec slope = random(problem.dof(), gap, 5);
  const double change = problem.potential({u.t, u.x + e * slope, none}) -
                        problem.potential({u.t, u.x - e * slope, none});
  Vec load;
  problem.load(u.t, load);
  CHECK(change / (2 * e) == Approx((load - force(problem, still)).dot(slope)).epsilon(1e-6));
}

TEST_CASE("damping of bodies in contact is Rayleigh's, with and without friction") {
  const ContactProblem smooth(pile(), damped(0)), rough(pile(), damped(0.4)),
      undamped(pile(), frictional());
  CHECK(smooth.traits().damped);
  CHECK_FALSE(smooth.traits().varying_damping);
  const State u = moving(rough);
  const Vec dv = random(rough.dof(), 1, 6);
  const Mat rayleigh = 3 * rough.mass().matrix() + 0.002 * rough.linear_stiffness();
  Mat D, by_friction;
  smooth.damping(u, D);
  check_near(D * dv, rayleigh * dv, 1e-14);
  rough.damping(u, D);
  undamped.damping(u, by_friction);
  check_near(D * dv, rayleigh * dv + by_friction * dv, 1e-13);
  check_near(force(undamped, u) - force(rough, u), rayleigh * u.v, 1e-11);
}

TEST_CASE("a body's own damping acts on it alone, with and without friction") {
  const double mu = GENERATE(0., 0.4);
  ContactParameters p = frictional();
  p.friction = mu;
  const BodyDamping own{5, {20, 30}};
  const ContactProblem plain(pile(), p), damped(pile(own), p);
  CHECK(damped.traits().damped);
  CHECK(damped.traits().varying_damping);
  CHECK_FALSE(damped.traits().rayleigh);
  const State u = moving(damped);
  const Vec lost = force(plain, u) - force(damped, u);
  const auto& soft = damped.parts().parts()[0];
  CHECK(lost.head(3 * soft.places).norm() > 0);
  CHECK(lost.tail(lost.size() - 3 * soft.places).norm() == 0);
  CHECK(lost.dot(u.v) > 0);
  // A rigid motion is resisted in proportion to the mass alone.
  const Vec moves = Vector3d(1, 2, 3).replicate(damped.dof() / 3, 1);
  Mat D, without;
  damped.damping(u, D);
  plain.damping(u, without);
  Vec by_own = D * moves;
  if (without.nonZeros() > 0) by_own -= without * moves;
  const Vec masses = damped.mass().diagonal();
  Vec expected = Vec::Zero(damped.dof());
  expected.head(3 * soft.places) =
      5 * masses.head(3 * soft.places).cwiseProduct(moves.head(3 * soft.places));
  check_near(by_own, expected, 1e-11);
}

TEST_CASE("matrices of bodies in contact do not depend on the matrix that is replaced") {
  const BodyDamping own = GENERATE(BodyDamping{}, BodyDamping{5, {20, 30}});
  const ContactProblem problem(pile(own), GENERATE(frictional(), damped(0), damped(0.4)));
  const State u = moving(problem), start = problem.start();
  for (const auto write : {&ContactProblem::stiffness, &ContactProblem::projected_stiffness,
                           &ContactProblem::damping, &ContactProblem::secant_damping}) {
    Mat fresh, used;
    (problem.*write)(u, fresh);
    (problem.*write)(start, used);
    (problem.*write)(u, used);
    CHECK(Mat(fresh - used).norm() == 0);
    const double* values = used.valuePtr();
    (problem.*write)(u, used);
    CHECK(used.valuePtr() == values);
  }
}

TEST_CASE("bodies that can touch do so without a force of their own on the sum of momenta") {
  ContactParameters p = frictional();
  p.gravity = 0;
  ContactBodies bodies;
  bodies.add("one", AffineSolid{cube_at({0, 0, 0}), 1000, 1e6}, {{0.3, 0, 0.1}, {0, 0, 0}});
  bodies.add("other", AffineSolid{cube_at({side + gap, 0.02, 0.03}), 500, 1e6});
  const ContactProblem problem(std::move(bodies), p);
  const State u = moving(problem);
  const Vec f = force(problem, u);
  REQUIRE(f.norm() > 1);
  CHECK((f.segment<3>(0) + f.segment<3>(12)).norm() < 1e-13 * f.norm());
}

TEST_CASE("bodies slip on each other with the smaller coefficient of both") {
  const auto friction_of = [](double mu, double lower, std::optional<double> upper) {
    ContactParameters p = frictional();
    p.gravity = 0;
    p.friction = mu;
    ContactBodies bodies;
    bodies.add_plane({0, 1, 0});
    bodies.add("lower", AffineSolid{cube_at({0, gap, 0}), 1000, 1e6}, {{0.3, 0, 0}, {0, 0, 0}});
    bodies.add("upper", AffineSolid{cube_at({0.02, side + 2 * gap, 0.03}), 500, 1e6});
    bodies.set_friction(0, lower);
    if (upper) bodies.set_friction(1, *upper);
    const ContactProblem problem(std::move(bodies), p);
    const Vec f = force(problem, problem.start());
    return Eigen::Vector2d(f[0] + f[12], f[12]);  // by the plane, and on the upper body
  };
  const Eigen::Vector2d one = friction_of(0.4, 0.4, {});
  REQUIRE(one[0] < 0);
  REQUIRE(one[1] > 0);
  CHECK((friction_of(0.1, 0.2, 0.4) - 0.5 * one).norm() < 1e-12 * one.norm());
  CHECK((friction_of(0.1, 0.4, 0.2) - Eigen::Vector2d(one[0], one[1] / 2)).norm() <
        1e-12 * one.norm());
  CHECK(friction_of(0.4, 0, {}).norm() < 1e-12 * one.norm());
  CHECK((friction_of(0, 0.4, {}) - Eigen::Vector2d(one[0], 0)).norm() < 1e-12 * one.norm());
  CHECK_THROWS_WITH(friction_of(0.4, -1, {}), Catch::Contains("'lower' has a finite coefficient"));
}

TEST_CASE("bodies that start inside each other or of a plane are refused") {
  ContactBodies bodies;
  bodies.add("one", AffineSolid{cube_at({0, 0, 0}), 1000, 1e6});
  bodies.add("other", AffineSolid{cube_at({0.05, 0.03, 0.02}), 1000, 1e6});
  CHECK_THROWS_AS(ContactProblem(std::move(bodies), frictional()), Error);
  ContactBodies pierced;
  pierced.add("one", AffineSolid{cube_at({0, 0, 0}), 1000, 1e6});
  const SurfaceMesh step = cube_at({0.05, 0.03, 0.02});
  pierced.add_obstacle("step", step.vertices, step.faces);
  CHECK_THROWS_WITH(
      ContactProblem(std::move(pierced), frictional()),
      Catch::Contains("do not intersect at the start") && Catch::Contains("move the bodies apart"));
  ContactBodies nested;
  nested.add("one", AffineSolid{cube_at({0, 0, 0}), 1000, 1e6});
  nested.add_point("other", {side / 2, side / 3, side / 4}, 1);
  CHECK_THROWS_WITH(ContactProblem(std::move(nested), frictional()),
                    Catch::Contains("body 1 inside of body 0"));
  ContactBodies beside;
  beside.add("one", AffineSolid{cube_at({0, 0, 0}), 1000, 1e6});
  beside.add_point("other", {2 * side, side / 3, side / 4}, 1);
  CHECK_NOTHROW(ContactProblem(std::move(beside), frictional()));
  SurfaceMesh open = cube_at({0, 0, 0});
  open.faces.conservativeResize(3, open.faces.cols() - 1);
  CHECK_THROWS_WITH(ContactBodies().add("open", AffineSolid{open, 1000, 1e6}),
                    Catch::Contains("a surface is closed and oriented"));
  SurfaceMesh room = cube_at({0, 0, 0});  // its walls face the body in it
  room.faces.row(0).swap(room.faces.row(1));
  ContactBodies inside;
  inside.add_obstacle("room", room.vertices, room.faces);
  inside.add_point("one", {side / 2, side / 3, side / 4}, 1);
  CHECK_NOTHROW(ContactProblem(std::move(inside), frictional()));
  ContactBodies low;
  low.add("one", AffineSolid{cube_at({0, -0.01, 0}), 1000, 1e6});
  low.add_plane({0, 1, 0});
  CHECK_THROWS_AS(ContactProblem(std::move(low), frictional()), Error);
  CHECK_THROWS_WITH(low.add_plane({0, 0, 0}), Catch::Contains("a finite normal"));
  CHECK_THROWS_WITH(pile().add_spring(0, 1, {1, 0, 0}), Catch::Contains("a point mass or an"));
}

TEST_CASE("a support holds a vertex of a mesh along one direction", "[contact]") {
  const std::array<int, 3> cells = {1, 1, 1};
  const TetMesh mesh =
      kuhn_mesh(grid_vertices({cells, Vector3d::Constant(side), {0, gap, 0}}), cells);
  const auto cube = [&](bool supported) {
    ContactBodies bodies;
    std::vector<bool> fixed(8, false);
    fixed[0] = true;
    const int body = bodies.add(
        "cube", MeshedSolid{.mesh = mesh,
                            .surface = surface_faces(mesh),
                            .material = make_material(Material::fixed_corotated, lame(1e5, 0.3)),
                            .density = 1000,
                            .is_fixed = fixed});
    if (supported) {
      bodies.add_support(body, 7, 50, {0, 0, 2});
      for (const int vertex : {-1, 0, 8, 1000})
        CHECK_THROWS_AS(bodies.add_support(body, vertex, 50, {0, 0, 2}), Error);
    }
    return std::make_unique<ContactProblem>(std::move(bodies), ContactParameters{});
  };
  const auto free = cube(false), held = cube(true);
  State u = free->start();
  u.x.setConstant(1e-3);
  Vec f, g;
  free->force(u, f);
  held->force(u, g);
  const Vec pull = g - f;
  CHECK(pull.minCoeff() == Approx(-0.05));
  CHECK((pull.array().abs() > 1e-9).count() == 1);
  CHECK(held->potential(u) - free->potential(u) == Approx(25e-6));
}

}  // namespace contact_problem_tests
