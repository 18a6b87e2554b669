#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

namespace picture_tests {

using namespace stiffbench;

namespace {

struct Seen {
  std::unique_ptr<Problem> problem;
  std::vector<Body> bodies;
};

/// Every free particle shifted by 0.1 along x.
Seen shifted(const std::string& name, const Settings& settings) {
  auto problem = ProblemRegistry::instance().make(name, settings);
  State u = problem->start();
  for (Eigen::Index i = 0; i < u.x.size(); i += 3) u.x[i] = 0.1;
  const auto* pictured = dynamic_cast<const Pictured*>(problem.get());
  REQUIRE(pictured);
  CHECK(std::abs(pictured->view().eye.normalized().dot(pictured->view().up)) < 0.9);
  auto bodies = pictured->bodies(u);
  for (const Body& body : bodies) {
    if (body.faces.cols() > 0) {
      CHECK(body.faces.minCoeff() >= 0);
      CHECK(body.faces.maxCoeff() < body.points.cols());
    }
    for (const auto& line : body.lines)
      for (const int point : line) CHECK((point >= 0 && point < body.points.cols()));
  }
  return {std::move(problem), std::move(bodies)};
}

Eigen::Vector3d outward(const Body& body, Eigen::Index face) {
  const auto corner = body.faces.col(face);
  return (body.points.col(corner[2]) - body.points.col(corner[0]))
      .cross(body.points.col(corner[3]) - body.points.col(corner[1]));
}
Eigen::Vector3d middle(const Body& body, Eigen::Index face) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const int corner : body.faces.col(face)) sum += body.points.col(corner) / 4;
  return sum;
}

}  // namespace

TEST_CASE("the flag's picture is its cells, the held edge in place") {
  const auto [problem, bodies] = shifted("flag", {{"rows", 4L}, {"columns", 5L}});
  REQUIRE(bodies.size() == 1);
  CHECK(bodies[0].faces.cols() == 3 * 4);
  CHECK(bodies[0].points.leftCols(4).row(0).isZero());
  CHECK(bodies[0].points(0, 4) == Approx(0.01 + 0.1));
  for (Eigen::Index i = 4; i < 12; ++i)  // all cells look the same way: none is folded
    CHECK(outward(bodies[0], i)[2] == Approx(outward(bodies[0], 11)[2]));
}

TEST_CASE("solids are drawn with what holds or stops them") {
  for (const char* name : {"jello", "bouncing_ball"}) {
    const Body ground = shifted(name, {}).bodies.at(1);
    CHECK(ground.points.row(1).isZero(0));
    double area = 0;
    for (Eigen::Index i = 0; i < ground.faces.cols(); ++i) area += outward(ground, i)[1] / 2;
    const double edge = ground.points.row(0).maxCoeff() - ground.points.row(0).minCoeff();
    CHECK(area == Approx(edge * edge));
  }
  const auto [cube, bodies] = shifted("rotating_cube", {{"cells", 2L}});
  CHECK(bodies.at(1).lines.size() == 1);
  CHECK(bodies[1].points.topRows<2>().isZero(0));  // through the fixed edge
  CHECK(bodies[0].points.leftCols<3>().topRows<2>().isZero(0));
}

TEST_CASE("the brush's picture is the bristles' axes and the sphere") {
  const auto [problem, bodies] = shifted("brush", {{"nx", 2L}, {"ny", 3L}});
  REQUIRE(bodies.size() == 2);
  REQUIRE(bodies[0].lines.size() == 6);
  for (const auto& line : bodies[0].lines) {
    REQUIRE(line.size() == 5);
    const Eigen::Vector3d root = bodies[0].points.col(line[0]), tip = bodies[0].points.col(line[4]);
    CHECK((tip - root - Eigen::Vector3d(0.1, 0, 10)).norm() < 1e-12);
  }
  CHECK(bodies[0].points(1, bodies[0].lines[2][0]) == Approx(1.6));
  const Body& sphere = bodies[1];
  const Eigen::Vector3d centre = (sphere.points.leftCols<1>() + sphere.points.rightCols<1>()) / 2;
  CHECK(centre[2] == Approx(17));
  CHECK((sphere.points.col(100) - centre).norm() == Approx(8));
  for (Eigen::Index i = 0; i < sphere.faces.cols(); ++i)
    CHECK(outward(sphere, i).dot(middle(sphere, i) - centre) > 0);
}

TEST_CASE("the coil's picture is the wire's surface, seen from outside") {
  const auto [problem, bodies] = shifted("coil_spring", {{"turns", 0.25}, {"sections", 16L}});
  REQUIRE(bodies.size() == 1);
  const Body& wire = bodies[0];
  REQUIRE(wire.faces.cols() == 15 * 16 + 2 * 16);
  CHECK(wire.closed);
  bool away = true;
  for (Eigen::Index i = 16; i < 15 * 16; ++i) {  // the first cells join what is held
    const int section = static_cast<int>(i / 16);
    const Eigen::Vector3d axis = wire.points.middleCols(25 * section, 50).rowwise().mean();
    away = away && outward(wire, i).dot(middle(wire, i) - axis) > 0;
  }
  CHECK(away);
  const Eigen::Vector3d along =
      (wire.points.rightCols<25>() - wire.points.middleCols<25>(25 * 14)).rowwise().mean();
  for (Eigen::Index i = 15 * 16; i < wire.faces.cols(); i += 2)  // the two ends, in turn
    CHECK(outward(wire, i + 1).dot(along) > 0);
  CHECK(outward(wire, 15 * 16)[1] < 0);
}

}  // namespace picture_tests
