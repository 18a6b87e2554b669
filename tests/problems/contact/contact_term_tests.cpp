// The force term of contacts: derivatives, momentum, matrices and bad input.

#include "base/error.hpp"
#include "base/system/threads.hpp"
#include "problems/contact/contact_term.hpp"
#include "tests/problems/contact/pairs.hpp"
#include "tests/problems/contact/scene.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <thread>

namespace contact_term_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Catch::Matchers::Contains;
using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;

namespace {

constexpr double dhat = 0.1;

ContactLaw law(double mu = 0.4, Friction friction = Friction::coulomb,
               ContactWeights weights = ContactWeights::unit) {
  return {.kappa = 50,
          .dhat = dhat,
          .mu = mu,
          .slip_speed = 0.5,
          .friction = friction,
          .weights = weights};
}

/// A wavy sheet of n x n cells over a plane, and three cubes close above it, one of them in a
/// valley; every vertex is free.
SceneMaker heap(int n = 4) {
  Triangles sheet = square(1, n), box = cube(0.4);
  for (auto point : sheet.points.colwise())
    point.z() = 0.05 + 0.15 * std::abs(point.x() - 0.5) + 0.02 * point.y();
  Eigen::Matrix3d turn = Eigen::AngleAxisd(0.3, Vector3d(1, 2, 1).normalized()).toRotationMatrix();
  const auto on_sheet = [&](const Vector3d& move) -> Matrix3Xd {
    Matrix3Xd points = (turn * box.points).colwise() + move;
    double gap = 1;
    for (const auto& point : points.colwise())
      gap = std::min(gap, point.z() - 0.05 - 0.15 * std::abs(point.x() - 0.5) - 0.02 * point.y());
    points.row(2).array() -= gap - 0.04;
    return points;
  };
  SceneMaker maker;
  maker.add(sheet.points, sheet.triangles, true)
      .add(on_sheet({0.4, 0.3, 0.5}), box.triangles)
      .add_plane({0, 0, 1}, 0);
  turn = Eigen::Matrix3d::Identity();
  maker.add(on_sheet({-0.1, 0.5, 0.5}), box.triangles)
      .add(on_sheet({-0.15, 0, 0.5}), box.triangles);
  maker.add_point({0.5, 0.3, 0.05 + 0.006 + 0.05});
  return maker;
}

Vec random_vector(RandomPairs& random, Eigen::Index size, double scale = 1) {
  Vec all(size);
  for (auto& value : all) value = random.uniform(-scale, scale);
  return all;
}

template <class Value>
Value difference(const std::function<Value(double)>& f, double h) {
  const Value near = f(h) - f(-h), far = f(2 * h) - f(-2 * h);
  return (8 * near - far) / (12 * h);
}

Vec force(const ContactTerm& term, const Vec& u, const Vec& v) {
  Vec f = Vec::Zero(u.size());
  term.add_force(u, v, f);
  return f;
}

using AddMatrix = void (ContactTerm::*)(const Vec&, const Vec&, Mat&) const;

Mat matrix(const ContactTerm& term, const Vec& u, const Vec& v, AddMatrix add) {
  Mat K;
  term.make_blocks(u, K, [] { return ContactTerm::Pairs(); });
  (term.*add)(u, v, K);
  return K;
}

double least_eigenvalue(const Mat& symmetric) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(MatrixXd(symmetric)).eigenvalues().minCoeff();
}

}  // namespace

TEST_CASE("forces and matrices of contacts agree with differences", "[contact]") {
  RandomPairs random(6);
  for (const Friction friction : {Friction::coulomb, Friction::viscous})
    for (const ContactWeights weights : {ContactWeights::unit, ContactWeights::area}) {
      if (weights == ContactWeights::area && friction == Friction::viscous) continue;
      SceneMaker maker = heap();
      ContactMesh mesh = maker.mesh();
      if (weights == ContactWeights::area) {  // a point has no area
        mesh.rest.conservativeResize(3, mesh.rest.cols() - 1);
        mesh.body.pop_back();
      }
      std::vector<std::vector<VertexWeight>> places;
      for (int i = 0; i < mesh.rest.cols(); ++i) places.push_back({{i, 1.0}});
      const ContactTerm term({mesh, places}, law(0.4, friction, weights));
      const Vec u = random_vector(random, term.surface().dof(), 1e-3),
                v = random_vector(random, u.size()), du = random_vector(random, u.size()),
                dv = random_vector(random, u.size()), none = Vec::Zero(u.size());
      const auto at = term.contacts(u);
      REQUIRE(at->collisions.size() > 40);
      bool any_ends = false;
      for (std::size_t i = 0; i < at->collisions.size(); ++i)
        any_ends |= at->collisions[i].has_ends && at->has_friction(i);
      CHECK(any_ends);
      const double h = 1e-6;
      const double slope =
          difference<double>([&](double t) { return term.potential(u + t * du); }, h);
      const Vec f = force(term, u, none);
      CHECK(std::abs(slope + f.dot(du)) < 1e-7 * f.norm() * du.norm());
      const Vec change =
          difference<Vec>([&](double t) { return force(term, u + t * du, v + t * dv); }, h);
      Vec df = none;
      term.add_jacobian_times(u, v, du, dv, df);
      CHECK((df - change).norm() < 1e-6 * df.norm());
      const Mat K = matrix(term, u, v, &ContactTerm::add_stiffness),
                D = matrix(term, u, v, &ContactTerm::add_damping),
                C = matrix(term, u, v, &ContactTerm::add_secant_damping);
      CHECK((K * du + D * dv + df).norm() < 1e-12 * df.norm());
      const Vec rubbing = force(term, u, v) - f;
      CHECK((C * v + rubbing).norm() < 1e-12 * rubbing.norm());
      CHECK(rubbing.norm() > 0.01 * f.norm());
      for (const Mat* one : {&D, &C}) {
        CHECK((MatrixXd(*one) - MatrixXd(*one).transpose()).norm() < 1e-13 * one->norm());
        CHECK(least_eigenvalue(*one) > -1e-13 * one->norm());
      }
      Mat projected;
      term.make_blocks(u, projected, [] { return ContactTerm::Pairs(); });
      term.add_projected_stiffness(u, projected);
      CHECK(least_eigenvalue(projected) > -1e-13 * projected.norm());
      const Mat at_rest = matrix(term, u, none, &ContactTerm::add_stiffness);
      CHECK((MatrixXd(at_rest) - MatrixXd(at_rest).transpose()).norm() < 1e-13 * at_rest.norm());
      CHECK(least_eigenvalue(projected - at_rest) > -1e-12 * projected.norm());
    }
}

TEST_CASE("the derivative of friction includes normal forces taken from others", "[contact]") {
  // A point in a valley, before both faces and the edge between them.
  RandomPairs random(8);
  Triangles ground = square(1, 2);
  for (auto point : ground.points.colwise()) point.z() = 0.6 * std::abs(point.x() - 0.5);
  const ContactTerm term(
      SceneMaker().add(ground.points, ground.triangles).add_point({0.51, 0.37, 0.06}).surface(),
      law());
  const Vec u = Vec::Zero(term.surface().dof());
  long shares = 0;
  for (const NormalForce& force : term.contacts(u)->normal) shares += std::ssize(force.others);
  REQUIRE(shares > 0);
  for (int i = 0; i < 4; ++i) {
    const Vec v = random_vector(random, u.size()), du = random_vector(random, u.size()),
              dv = random_vector(random, u.size());
    const Vec change =
        difference<Vec>([&](double t) { return force(term, u + t * du, v + t * dv); }, 1e-6);
    Vec df = Vec::Zero(u.size());
    term.add_jacobian_times(u, v, du, dv, df);
    CHECK((df - change).norm() < 1e-6 * df.norm());
    const Mat K = matrix(term, u, v, &ContactTerm::add_stiffness),
              D = matrix(term, u, v, &ContactTerm::add_damping);
    CHECK((K * du + D * dv + df).norm() < 1e-12 * df.norm());
  }
}

TEST_CASE("contacts keep momentum, and without friction angular momentum", "[contact]") {
  RandomPairs random(9);
  SceneMaker maker = heap();
  ContactMesh mesh = maker.mesh();
  mesh.planes.clear();
  std::vector<std::vector<VertexWeight>> places;
  for (int i = 0; i < mesh.rest.cols(); ++i) places.push_back({{i, 1.0}});
  const ContactTerm term({mesh, places}, law());
  const Vec u = random_vector(random, term.surface().dof(), 1e-3),
            v = random_vector(random, u.size());
  const auto size = [](const Matrix3Xd& forces) { return forces.colwise().norm().sum(); };
  for (const double speed : {0.0, 1.0}) {
    const Matrix3Xd forces = term.vertex_forces(u, speed * v);
    CHECK(forces.rowwise().sum().norm() < 1e-12 * size(forces));
    Vector3d torque = Vector3d::Zero();
    const Matrix3Xd x = term.surface().positions(u);
    for (int i = 0; i < x.cols(); ++i) torque += Vector3d(x.col(i)).cross(Vector3d(forces.col(i)));
    if (speed == 0) CHECK(torque.norm() < 1e-12 * size(forces));
  }
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(1, random.direction()).toRotationMatrix();
  const Matrix3Xd x = term.surface().positions(u), moved = (turn * x).colwise() + Vector3d(1, 2, 3);
  const Vec other = flat(moved - mesh.rest);
  CHECK(std::abs(term.potential(other) - term.potential(u)) < 1e-12 * term.potential(u));
  const Matrix3Xd forces = term.vertex_forces(u, v),
                  turned = term.vertex_forces(other, flat(turn * v.reshaped(3, x.cols())));
  CHECK((turn * forces - turned).norm() < 1e-11 * size(forces));
}

TEST_CASE("affine bodies share the forces of their vertices", "[contact]") {
  // A cube of four groups of unknowns over a fixed one.
  const Triangles box = cube(1);
  SceneMaker maker;
  maker.add(box.points, box.triangles).add(box.points, box.triangles);
  ContactMesh mesh = maker.mesh();
  mesh.rest.rightCols(8).colwise() += Vector3d(0.3, 0.2, 1.05);
  std::vector<std::vector<VertexWeight>> places(8);
  for (int i = 0; i < 8; ++i) {
    const Vector3d r = box.points.col(i) - Vector3d::Constant(0.5);
    places.push_back({{0, 1.0}, {1, r.x()}, {2, r.y()}, {3, r.z()}});
  }
  const ContactTerm term({mesh, places}, law());
  RandomPairs random(10);
  const Vec u = random_vector(random, 12, 5e-3), v = random_vector(random, 12),
            du = random_vector(random, 12), dv = random_vector(random, 12);
  const Vec change =
      difference<Vec>([&](double t) { return force(term, u + t * du, v + t * dv); }, 1e-6);
  Vec df = Vec::Zero(12);
  term.add_jacobian_times(u, v, du, dv, df);
  CHECK((df - change).norm() < 1e-6 * df.norm());
  const Mat K = matrix(term, u, v, &ContactTerm::add_stiffness),
            D = matrix(term, u, v, &ContactTerm::add_damping);
  CHECK((K * du + D * dv + df).norm() < 1e-12 * df.norm());
  // Diagonals of faces stay flat: the four corners below touch, and no edges but those of faces.
  CHECK(term.surface().stays_flat(*term.surface().edge_number({0, 3})));
  CHECK(!term.surface().stays_flat(*term.surface().edge_number({0, 1})));
}

TEST_CASE("contacts have the same digits on any number of threads", "[contact]") {
  RandomPairs random(11);
  const auto digits = [&](int threads) {
    set_thread_count(threads);
    RandomPairs same(12);
    const ContactTerm term(heap(4).surface(), law());
    const Vec u = random_vector(same, term.surface().dof(), 1e-3),
              v = random_vector(same, u.size());
    const Vec f = force(term, u, v);
    const Mat K = matrix(term, u, v, &ContactTerm::add_stiffness);
    set_thread_count(1);
    return std::pair(f, MatrixXd(K));
  };
  const auto one = digits(1), two = digits(2);
  CHECK(one.first == two.first);
  CHECK(one.second == two.second);
}

TEST_CASE("several runs share contacts", "[contact]") {
  const ContactTerm term(heap().surface(), law());
  std::vector<Vec> states, alone, together(8);
  RandomPairs random(13);
  for (int i = 0; i < 8; ++i) {
    states.push_back(random_vector(random, term.surface().dof(), 2e-3));
    alone.push_back(force(term, states.back(), states.back()));
  }
  std::vector<std::thread> threads;
  for (std::size_t part = 0; part < 2; ++part)
    threads.emplace_back([&, part] {
      for (int round = 0; round < 20; ++round)
        for (std::size_t i = part; i < states.size(); i += 2)
          together[i] = force(term, states[i], states[i]);
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(together == alone);
}

TEST_CASE("a matrix keeps its blocks for as long as they serve", "[contact]") {
  const ContactTerm term(heap().surface(), law());
  const Vec u = Vec::Zero(term.surface().dof());
  Mat K;
  const auto none = [] { return ContactTerm::Pairs(); };
  term.make_blocks(u, K, none);
  const Eigen::Index entries = K.nonZeros();
  Vec moved = u;
  moved.tail<3>() << 0.003, 0.002, 0.001;
  term.make_blocks(moved, K, none);
  CHECK(K.nonZeros() == entries);  // pairs that are about to touch have blocks already
  Mat small(u.size(), u.size());
  term.make_blocks(u, small, none);
  CHECK(small.nonZeros() == entries);
}

TEST_CASE("infeasible states have an infinite potential, and steps stop before them", "[contact]") {
  const ContactTerm term(
      SceneMaker().add_plane({0, 0, 1}, 0).add_point({0, 0, 0.05}).add_point({0, 0, 0.2}).surface(),
      law());
  Vec u = Vec::Zero(6);
  CHECK(std::isfinite(term.potential(u)));
  u[2] = -0.05;
  CHECK(term.potential(u) == std::numeric_limits<double>::infinity());
  u[2] = -0.06;
  CHECK(term.potential(u) == std::numeric_limits<double>::infinity());
  u[2] = std::nan("");
  CHECK(term.potential(u) == std::numeric_limits<double>::infinity());
  u = Vec::Zero(6);
  Vec du = u;
  du[2] = -0.1;
  CHECK(term.feasible_step(u, du) == Approx(0.45).epsilon(1e-9));
  CHECK(term.feasible_step(u, -du) == Approx(1));
  CHECK(term.least_distance(u) == Approx(0.05).epsilon(1e-14));
}

TEST_CASE("contacts refuse bad input", "[contact]") {
  const Triangles box = cube(1);
  const auto refuses = [&](const ContactLaw& bad, const std::string& text) {
    CHECK_THROWS_WITH(ContactTerm(SceneMaker().add(box.points, box.triangles).surface(), bad),
                      Contains(text));
  };
  refuses({.kappa = 1, .dhat = 0.6},
          "at most half the shortest edge; got 0.6 m with an edge of 1 m");
  refuses({.kappa = 0, .dhat = 0.1}, "kappa of contacts is above 0; got 0 N/m");
  refuses({.kappa = 1, .dhat = -0.1}, "dhat of contacts is above 0; got -0.1 m");
  refuses({.kappa = 1, .dhat = std::nan("")}, "dhat of contacts is above 0; got nan m");
  refuses({.kappa = 1, .dhat = 0.1, .mu = -0.1}, "friction is at least 0; got -0.1");
  refuses({.kappa = 1, .dhat = 0.1, .slip_speed = 0}, "eps_v of contacts is above 0; got 0 m/s");
  CHECK_THROWS_WITH(ContactTerm(SceneMaker().add_point({0, 0, 0}).surface(),
                                {.kappa = 1, .dhat = 0.1, .weights = ContactWeights::area}),
                    Contains("vertex 0 without area"));
  const auto refuses_start = [&](const SceneMaker& maker, const std::string& text) {
    const ContactTerm term(maker.surface(), law());
    CHECK_THROWS_WITH(term.validate_start(Vec::Zero(term.surface().dof())), Contains(text));
  };
  Matrix3Xd above = box.points.array() + 0.3;
  refuses_start(SceneMaker().add(box.points, box.triangles).add(above, box.triangles),
                "do not intersect at the start");
  above = box.points;
  above.row(2).array() += 1;
  refuses_start(SceneMaker().add(box.points, box.triangles).add(above, box.triangles),
                "at the start");
  refuses_start(SceneMaker().add(box.points, box.triangles).add_plane({0, 0, 1}, 0.5),
                "inside of all planes at the start; got vertex 0 of body 0 at the distance -0.5 m");
  refuses_start(SceneMaker().add_point({1, 2, 3}).add_point({1, 2, 3}),
                "do not touch at the start; got the distance 0 m of vertices 0 and 1");
}

}  // namespace contact_term_tests
