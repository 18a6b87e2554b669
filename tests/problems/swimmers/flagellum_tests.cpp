#include "base/error.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/swimmers/swimmer.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <cmath>

namespace flagellum_tests {

using namespace stiffbench;
using Eigen::Index;
using Eigen::Vector3d;

namespace {

std::unique_ptr<Problem> short_swimmer(Settings settings = {}) {
  settings.insert({"segments", 8L});
  settings.insert({"length", 0.0185});
  return ProblemRegistry::instance().make("flagellum", settings);
}

Eigen::Matrix3Xd points(const Problem& problem, const State& u) {
  const auto bodies = dynamic_cast<const Pictured&>(problem).bodies(u);
  Eigen::Matrix3Xd all(3, bodies[0].points.cols() + bodies[1].points.cols());
  all << bodies[0].points, bodies[1].points;
  return all;
}

/// A state on its way: shaken, but as a swimmer is.
State shaken(const Problem& problem) {
  State u = problem.start();
  for (Index i = 0; i < u.x.size(); ++i) {
    u.x[i] = 1e-4 * std::sin(7.0 * static_cast<double>(i));
    u.v[i] = 1e-2 * std::cos(5.0 * static_cast<double>(i));
  }
  return u;
}

struct Total {
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
  double size = 0, lever = 0;  // sums of the terms' sizes
};
Total total(const Problem& problem, const State& u) {
  Vec f;
  problem.force(u, f);
  const Eigen::Matrix3Xd x = points(problem, u);
  Total total;
  for (Index i = 0; i < x.cols(); ++i) {
    const Vector3d one = f.segment<3>(3 * i);
    total.force += one;
    total.torque += x.col(i).cross(one);
    total.size += one.norm();
    total.lever += x.col(i).cross(one).norm();
  }
  return total;
}

/// Outputs after RK4, a little below its limit.
Settings swim(const Problem& problem) {
  const double h = 7e-5;
  State u = problem.start();
  const auto outputs = problem.outputs(0);
  outputs->see(u);
  const auto slope = [&](const State& at) {
    Vec f, a;
    problem.force(at, f);
    problem.mass().solve(f, a);
    return State{1, at.v, a};
  };
  const auto along = [&](const State& k, double step) {
    return State{u.t + step, u.x + step * k.x, u.v + step * k.v};
  };
  while (u.t < problem.end_time()) {
    const State a = slope(u), b = slope(along(a, h / 2)), c = slope(along(b, h / 2)),
                d = slope(along(c, h));
    u = along({1, (a.x + 2 * b.x + 2 * c.x + d.x) / 6, (a.v + 2 * b.v + 2 * c.v + d.v) / 6}, h);
    outputs->see(u);
  }
  return outputs->result();
}
double number(const Settings& outputs, const std::string& name) {
  return std::get<double>(outputs.at(name));
}

}  // namespace

TEST_CASE("the swimmer has the paper's 360 unknowns, and floats", "[flagellum]") {
  const auto problem = ProblemRegistry::instance().make("flagellum");
  CHECK(problem->dof() == 360);
  const Vec& mass = problem->mass().diagonal();
  const double head = 1000 * 4 * M_PI / 3 * std::pow(0.012, 3);
  const double contour = 0.06 * std::hypot(1, 2 * M_PI * 0.005 / 0.02);
  CHECK(mass.sum() / 3 == Approx(head + 1000 * 0.003 * 0.003 * contour));
}

TEST_CASE("springs and motor leave the swimmer without force and torque", "[flagellum]") {
  const auto problem = short_swimmer({{"torque", 0.01}});
  State u = shaken(*problem);
  u.v.setZero();
  const Total at_rest = total(*problem, u);
  CHECK(at_rest.force.norm() < 1e-12 * at_rest.size);
  CHECK(at_rest.torque.norm() < 1e-12 * at_rest.lever);
  u = shaken(*problem);  // it is the fluid that pushes a swimmer
  CHECK(total(*problem, u).force.norm() > 1e-6 * total(*problem, u).size);
}

TEST_CASE("the motor turns the first section about the swimmer's axis, the head the other way",
          "[flagellum]") {
  const auto with = short_swimmer({{"torque", 0.01}}), without = short_swimmer({{"torque", 0.0}});
  const State u = shaken(*with);
  Vec f, rest;
  with->force(u, f);
  without->force(u, rest);
  f -= rest;
  const Eigen::Matrix3Xd x = points(*with, u);
  const Vector3d axis = (x.col(1) - x.col(0)).normalized();
  double rotor = 0, stator = 0;
  for (Index i = 0; i < x.cols(); ++i) {
    const double about = (x.col(i) - x.col(0)).cross(f.segment<3>(3 * i)).dot(axis);
    (i < swimmer::head_points ? stator : rotor) += about;
    if (i >= swimmer::head_points + 4) CHECK(f.segment<3>(3 * i).isZero(1e-18));
  }
  CHECK(rotor == Approx(0.01).epsilon(1e-10));
  CHECK(stator == Approx(-0.01).epsilon(1e-10));
}

TEST_CASE("the motor's energy falls by its torque times the angle, up to half a turn",
          "[flagellum]") {
  const auto problem = short_swimmer({{"torque", 0.01}});
  const Eigen::Matrix3Xd rest = points(*problem, problem->start());
  const auto turned = [&](double angle) {  // the whole flagellum, anticlockwise seen from behind
    State u = problem->start();
    const Eigen::Matrix3d R = Eigen::AngleAxisd(-angle, Vector3d::UnitX()).matrix();
    for (Index i = swimmer::head_points; i < rest.cols(); ++i)
      u.x.segment<3>(3 * i) = R * rest.col(i) - rest.col(i);
    return u;
  };
  for (const double angle : {-3.1, -1.0, 0.0, 0.5, 2.0, 3.1})
    CHECK(problem->potential(turned(angle)) == Approx(-0.01 * angle).margin(1e-12));
  const auto outputs = problem->outputs(0);
  for (int i = 0; i <= 20; ++i) outputs->see(turned(0.4 * i));
  CHECK(number(outputs->result(), "turns") == Approx(8 / (2 * M_PI)));
}

TEST_CASE("the bearing resists all but a rotation about the axis", "[flagellum]") {
  const auto problem = short_swimmer({{"torque", 0.0}});
  const Eigen::Matrix3Xd rest = points(*problem, problem->start());
  // The flagellum is moved as a rigid body against the head.
  const auto energy = [&](const Vector3d& shift, const Vector3d& turn) {
    State u = problem->start();
    const Vector3d centre = rest.middleCols<4>(swimmer::head_points).rowwise().mean();
    const Eigen::Matrix3d R = Eigen::AngleAxisd(turn.norm() + 1e-300, turn.normalized()).matrix();
    for (Index i = swimmer::head_points; i < rest.cols(); ++i)
      u.x.segment<3>(3 * i) = shift + (R - Eigen::Matrix3d::Identity()) * (rest.col(i) - centre);
    return problem->potential(u);
  };
  const double free = energy({0, 0, 0}, {1.5, 0, 0});
  for (const Vector3d& e :
       {Vector3d::UnitX().eval(), Vector3d::UnitY().eval(), Vector3d::UnitZ().eval()}) {
    CHECK(energy(1e-3 * e, {1e-9, 0, 0}) > 1e-5);
    if (e[0] == 0) CHECK(energy({0, 0, 0}, 0.3 * e) > 1e-5);
  }
  CHECK(free < 1e-20);
}

TEST_CASE("a left-handed flagellum that turns anticlockwise pushes, all else follows",
          "[flagellum]") {
  const auto run = [](double torque, const char* handed) {
    return swim(
        *short_swimmer({{"torque", torque}, {"handed", std::string(handed)}, {"end_time", 0.1}}));
  };
  const Settings ahead = run(2e-4, "left"), back = run(-2e-4, "left"), right = run(2e-4, "right");
  CHECK(number(ahead, "turns") > 0.3);
  CHECK(number(ahead, "distance") > 1e-4);
  CHECK(number(ahead, "speed") == Approx(number(ahead, "distance") / 0.1).epsilon(1e-3));
  CHECK(number(back, "turns") < -0.3);
  CHECK(number(back, "distance") < -1e-4);
  CHECK(number(right, "turns") > 0.3);
  CHECK(number(right, "distance") < -1e-4);
}

TEST_CASE("a swimmer that no fluid could carry is refused", "[flagellum]") {
  CHECK_THROWS_WITH(short_swimmer({{"blob", 0.0}}), Catch::Contains("'blob' must be positive"));
  CHECK_THROWS_WITH(short_swimmer({{"length", 0.0}}), Catch::Contains("'length' must be positive"));
  CHECK_THROWS_WITH(short_swimmer({{"viscosity", -1.0}}),
                    Catch::Contains("'viscosity' must be positive"));
  CHECK_THROWS_WITH(short_swimmer({{"segments", 0L}}), Catch::Contains("'segments'"));
}

TEST_CASE("the swimmer's picture is a closed head and a closed fibre, seen from outside",
          "[flagellum]") {
  const auto straight = short_swimmer({{"amplitude", 0.0}});
  const auto bodies = dynamic_cast<const Pictured&>(*straight).bodies(straight->start());
  REQUIRE(bodies.size() == 2);
  for (const Body& body : bodies) {
    const Vector3d centre = body.points.rowwise().mean();
    Vector3d area = Vector3d::Zero();
    for (const auto& face : body.faces.colwise()) {
      const Vector3d a = body.points.col(face[0]), b = body.points.col(face[1]),
                     c = body.points.col(face[2]), d = body.points.col(face[3]);
      const Vector3d normal = (c - a).cross(d - b);
      CHECK(normal.dot((a + b + c + d) / 4 - centre) > 0);
      area += normal;
    }
    CHECK(area.norm() < 1e-15);  // closed
  }
}

}  // namespace flagellum_tests
