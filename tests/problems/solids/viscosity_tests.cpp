// Viscous forces of solids and shells: zero in rigid motions, and at rest a time times K.

#include "problems/meshes/grid.hpp"
#include "problems/meshes/surfaces/disk.hpp"
#include "problems/solids/shells/bending_elements.hpp"
#include "problems/solids/viscosity/viscosity.hpp"
#include "tests/base/thread_guard.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <random>

namespace viscosity_tests {

using namespace stiffbench;
using Eigen::Vector3d;

namespace {

constexpr double time_of_damping = 0.03, youngs = 2e3, poisson = 0.35;

/// A body, its viscosity and the K at rest of an elastic body with the same Lamé parameters.
struct Scene {
  SolidBody body;
  Viscosity viscosity;
};

std::vector<int> free_but(Eigen::Index count, int fixed) {
  std::vector<int> places;
  for (int i = 0, next = 0; i < count; ++i) places.push_back(i == fixed ? -1 : next++);
  return places;
}

Scene solid(const SolidMesh& mesh, int fixed) {
  const Eigen::Matrix3Xd& X = vertices_of(mesh);
  SolidBody body(X, free_but(X.cols(), fixed), Vec::Ones(X.cols()), pairs_of(mesh));
  add_elements(mesh, make_material(Material::st_venant_kirchhoff, lame(youngs, poisson)), body);
  Viscosity viscosity;
  viscosity.add(mesh, lame(time_of_damping * youngs, poisson), body);
  return {std::move(body), std::move(viscosity)};
}

Scene shell(int fixed) {
  const SurfaceMesh mesh = disk(3, 0.4);
  SolidBody body(mesh.vertices, free_but(mesh.vertices.cols(), fixed),
                 Vec::Ones(mesh.vertices.cols()), shell_pairs(mesh.faces, false));
  body.add<MembraneElements>(mesh.faces, MembraneLaw(youngs, poisson));
  const MembraneLaw law(time_of_damping * youngs, poisson);
  Viscosity viscosity;
  viscosity.add(mesh.faces, Lame{law.mu, law.lambda}, body);
  return {std::move(body), std::move(viscosity)};
}

Scene scene(const std::string& kind, int fixed = -1) {
  const std::array<int, 3> cells = {2, 1, 2};
  const Grid box{cells, {0.3, 0.2, 0.5}, {-0.1, 0.05, 0.2}};
  if (kind == "tetrahedra") return solid(kuhn_mesh(grid_vertices(box), cells), fixed);
  if (kind == "hexahedra") return solid(hex_mesh(grid_vertices(box), cells), fixed);
  return shell(fixed);
}

Vec random(Eigen::Index size, double length, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-length, length);
  return Vec::NullaryExpr(size, [&] { return number(generator); });
}

Vec force(const Scene& scene, const Vec& u, const Vec& v) {
  Vec f = Vec::Zero(u.size());
  scene.viscosity.add_force(u, v, f);
  return f;
}
Mat damping(const Scene& scene, const Vec& u) {
  Mat D = scene.body.pattern();
  scene.viscosity.add_damping(u, D);
  return D;
}

}  // namespace

TEST_CASE("viscosity at rest is a time times the stiffness") {
  const Scene s = scene(GENERATE("tetrahedra", "hexahedra", "shell"), 1);
  const Mat D = damping(s, Vec::Zero(s.body.dof())), K = s.body.stiffness_at_rest();
  CHECK((D - time_of_damping * K).norm() < 1e-13 * D.norm());
}

TEST_CASE("viscous bodies do not resist turning and moving, however they are deformed") {
  const Scene s = scene(GENERATE("tetrahedra", "hexahedra", "shell"));
  const Vec u = random(s.body.dof(), 0.05, 1);
  const Eigen::Matrix3Xd x = s.body.rest() + u.reshaped(3, s.body.rest().cols());
  const Vector3d spin(1, -2, 0.5);
  const Vec rigid = ((-x).colwise().cross(spin).colwise() + Vector3d(3, 1, -2)).reshaped();
  const Vec other = random(s.body.dof(), rigid.cwiseAbs().maxCoeff(), 2);
  const Vec f = force(s, u, other);
  CHECK(force(s, u, rigid).norm() < 1e-13 * f.norm());
  CHECK((damping(s, u) * rigid).norm() < 1e-13 * f.norm());
  CHECK(f.dot(other) < 0);
  // Internal forces change neither momentum nor angular momentum.
  const Eigen::Matrix3Xd forces = f.reshaped(3, x.cols());
  CHECK(forces.rowwise().sum().norm() < 1e-14 * f.norm() * std::sqrt(double(x.cols())));
  Vector3d torque = Vector3d::Zero();
  for (Eigen::Index i = 0; i < x.cols(); ++i) torque += Vector3d(x.col(i)).cross(forces.col(i));
  CHECK(torque.norm() < 1e-13 * f.norm());
}

TEST_CASE("derivatives of viscous forces agree with differences and with each other") {
  const Scene s = scene(GENERATE("tetrahedra", "hexahedra", "shell"), 2);
  const Eigen::Index n = s.body.dof();
  const Vec u = random(n, 0.05, 3), v = random(n, 1, 4), du = random(n, 1, 5), dv = random(n, 1, 6),
            none = Vec::Zero(n);
  const double e = 1e-6;
  Vec by_u = none, by_v = none;
  s.viscosity.add_jacobian_times(u, v, du, none, by_u);
  s.viscosity.add_jacobian_times(u, v, none, dv, by_v);
  const Vec slope = (force(s, u + e * du, v) - force(s, u - e * du, v)) / (2 * e);
  CHECK((slope - by_u).norm() < 1e-8 * by_u.norm());
  CHECK((force(s, u, dv) - by_v).norm() < 1e-14 * by_v.norm());  // linear in v
  Mat K = s.body.pattern();
  s.viscosity.add_stiffness(u, v, K);
  CHECK((K * du + by_u).norm() < 1e-13 * by_u.norm());
  CHECK((K - Mat(K.transpose())).norm() > 1e-3 * K.norm());
  const Mat D = damping(s, u);
  CHECK((D * dv + by_v).norm() < 1e-13 * by_v.norm());
  CHECK((D - Mat(D.transpose())).norm() < 1e-15 * D.norm());
}

TEST_CASE("viscous forces and matrices have the same digits with any number of threads") {
  const std::array<int, 3> cells = {16, 14, 14};
  const Scene s = solid(kuhn_mesh(grid_vertices({cells, {1.6, 1.4, 1.4}}), cells), 5);
  const Eigen::Index n = s.body.dof();
  REQUIRE(n > 3 * 3000);  // three threads have at least a thousand places each
  const Vec u = random(n, 0.002, 7), v = random(n, 1, 8), du = random(n, 1, 9);
  test::with_any_threads([&] { return force(s, u, v); });
  test::with_any_threads([&] {
    Vec df = Vec::Zero(n);
    s.viscosity.add_jacobian_times(u, v, du, v, df);
    return df;
  });
  test::with_any_threads([&] { return Vec(damping(s, u).coeffs()); });
  test::with_any_threads([&] {
    Mat K = s.body.pattern();
    s.viscosity.add_stiffness(u, v, K);
    return Vec(K.coeffs());
  });
}

}  // namespace viscosity_tests
