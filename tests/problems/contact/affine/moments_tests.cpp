// Moments of bodies against closed forms, and their coordinates.

#include "problems/contact/affine/affine_frame.hpp"
#include "problems/contact/bodies/surfaces.hpp"
#include "problems/meshes/ball.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

namespace moments_tests {

using namespace stiffbench;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

const Vector3d size(0.3, 0.2, 0.7), low(5, -2, 0.1);
const double density = 1200;

Matrix3d second_of_cuboid() {
  return density * size.prod() / 12 * Matrix3d(size.cwiseAbs2().asDiagonal());
}

Matrix3d some_rotation() {
  return Eigen::AngleAxisd(0.7, Vector3d(1, -2, 3).normalized()).toRotationMatrix();
}

void check_near(const Eigen::MatrixXd& got, const Eigen::MatrixXd& expected, double tolerance) {
  CHECK((got - expected).norm() <= tolerance * expected.norm());
}

}  // namespace

TEST_CASE("moments of a cuboid are those of its closed form, from its surface or its elements") {
  const std::array<int, 3> cells = {3, 2, 4};
  const Grid grid{cells, size, low};
  for (const Moments& m : {moments_of(cuboid_surface(grid), density),
                           moments_of(kuhn_mesh(grid_vertices(grid), cells), density)}) {
    CHECK(m.mass == Approx(density * size.prod()).epsilon(1e-13));
    check_near(m.centre, low + size / 2, 1e-14);
    check_near(m.second, second_of_cuboid(), 1e-12);
  }
}

TEST_CASE("moments turn with the body, and its mass matrix stays diagonal") {
  const Matrix3d R = some_rotation();
  const Moments m = moments_of(moved(cuboid_surface({{1, 1, 1}, size, low}), R, low), density);
  check_near(m.centre, R * (low + size / 2) + low, 1e-14);
  check_near(m.second, R * second_of_cuboid() * R.transpose(), 1e-12);
  const AffineFrame frame(m);
  check_near(frame.axes.transpose() * frame.axes, Matrix3d::Identity(), 1e-14);
  CHECK(frame.axes.determinant() == Approx(1));
  const Matrix3d J = frame.axes.transpose() * m.second * frame.axes;
  check_near(J, frame.principal.asDiagonal(), 1e-12);
  check_near(frame.masses().tail<3>(), frame.principal, 0);
}

TEST_CASE("the axes of coordinates are kept where they are principal axes") {
  CHECK(AffineFrame(moments_of(cuboid_surface({{1, 1, 1}, size, low}), density)).axes ==
        Matrix3d::Identity());
  CHECK(AffineFrame(moments_of(geodesic_sphere(5), density)).axes == Matrix3d::Identity());
}

TEST_CASE("moments of geodesic spheres tend to those of the ball, with the order of the area") {
  const double mass = density * 4 / 3 * 3.14159265358979324, second = mass / 5;
  double before_mass = 0, before_second = 0;
  for (const int frequency : {8, 16}) {
    const Moments m = moments_of(geodesic_sphere(frequency), density);
    const double short_mass = 1 - m.mass / mass, short_second = 1 - m.second(1, 1) / second;
    CHECK(m.centre.norm() < 1e-15);
    CHECK(short_mass > 0);
    if (before_mass > 0) {
      CHECK(before_mass / short_mass == Approx(4).margin(0.1));
      CHECK(before_second / short_second == Approx(4).margin(0.1));
    }
    before_mass = short_mass;
    before_second = short_second;
  }
}

TEST_CASE("coordinates of an affine body give its points and their velocities") {
  const SurfaceMesh surface = moved(cuboid_surface({{1, 1, 1}, size, low}), some_rotation(), low);
  const AffineFrame frame(moments_of(surface, density));
  const Vector3d velocity(1, 2, 3), spin(-2, 1, 4);
  for (const auto& X : surface.vertices.colwise()) {
    check_near(frame.rest() * frame.weights(X), X, 1e-14);
    const Vector3d rigid = velocity + spin.cross(X - frame.centre);
    check_near(frame.rates(velocity, spin) * frame.weights(X), rigid, 1e-13);
  }
}

TEST_CASE("flat bodies and bodies inside out are refused") {
  SurfaceMesh surface = cuboid_surface({{1, 1, 1}, size, low});
  surface.faces.row(0).swap(surface.faces.row(1));
  CHECK_THROWS_WITH(moments_of(surface, density), Catch::Contains("positive volume"));
  Vector3d flat = size;
  flat[1] = 1e-9;
  CHECK_THROWS_WITH(moments_of(cuboid_surface({{1, 1, 1}, flat, low}), density),
                    Catch::Contains("a thickness in every direction"));
}

}  // namespace moments_tests
