#include "problems/meshes/ball.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

namespace ball_tests {

using namespace stiffbench;

TEST_CASE("geodesic spheres are closed, and spheres", "[mesh]") {
  double before = 0;
  for (const int frequency : {1, 2, 3, 4, 7}) {
    const SurfaceMesh sphere = geodesic_sphere(frequency);
    CAPTURE(frequency);
    CHECK_NOTHROW(validate(sphere));
    CHECK(euler_characteristic(sphere) == 2);
    CHECK(sphere.vertices.cols() == 10 * frequency * frequency + 2);
    CHECK((sphere.vertices.colwise().norm().array() - 1).abs().maxCoeff() < 1e-15);
    CHECK(volume(sphere) > before);
    before = volume(sphere);
  }
  CHECK(before < 4 * std::numbers::pi / 3);
  CHECK(before > 0.98 * 4 * std::numbers::pi / 3);
  // The icosahedron's volume is 5/12 (3 + sqrt 5) a^3, its circumradius a/4 sqrt(10 + 2 sqrt 5).
  const double root = std::sqrt(5.), a = 4 / std::sqrt(10 + 2 * root);
  CHECK(volume(geodesic_sphere(1)) == Approx(5. / 12 * (3 + root) * a * a * a));
}

TEST_CASE("the ball fills its sphere", "[mesh][tetgen]") {
  const TetMesh ball = ball_mesh(4, 0.05);
  CHECK_NOTHROW(validate(ball));
  CHECK(ball.vertices.cols() == 371);
  CHECK(ball.tets.cols() == 1746);
  const SurfaceMesh sphere = geodesic_sphere(4);
  CHECK(ball.vertices.leftCols(162) == 0.05 * sphere.vertices);
  CHECK(volume(ball) == Approx(1.25e-4 * volume(sphere)).epsilon(1e-12));
  CHECK(quality(ball).least_dihedral_angle > 5);
}

}  // namespace ball_tests
