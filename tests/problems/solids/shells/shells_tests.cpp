// Membranes and bending by themselves, without a problem round them.

#include "base/dense.hpp"
#include "problems/meshes/surfaces/disk.hpp"
#include "problems/solids/shells/bending_elements.hpp"
#include "problems/solids/shells/membrane_elements.hpp"
#include "problems/solids/solid_body.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <numeric>
#include <random>

namespace shells_tests {

using namespace stiffbench;

namespace {

using Eigen::Index;
using Eigen::Vector3d;

Vec random(Index n, double size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-size, size);
  return Vec::NullaryExpr(n, [&] { return number(generator); });
}
std::vector<int> all_free(const SurfaceMesh& mesh) {
  std::vector<int> free(std::size_t(mesh.vertices.cols()));
  std::iota(free.begin(), free.end(), 0);
  return free;
}
/// A disk of 24 triangles, turned in space, of which inner vertices are off their places.
SurfaceMesh uneven_disk() {
  SurfaceMesh mesh = disk(2, 0.1);
  mesh.vertices.col(0) += Vector3d(0.005, 0, -0.01);
  mesh.vertices.col(3) += Vector3d(-0.01, 0, 0.004);
  mesh.vertices =
      Eigen::AngleAxisd(0.7, Vector3d(1, 2, -1).normalized()).toRotationMatrix() * mesh.vertices;
  return mesh;
}
SolidBody empty_body(const SurfaceMesh& mesh, std::vector<int> free) {
  return {mesh.vertices, std::move(free), Vec(vertex_areas(mesh)), shell_pairs(mesh.faces, true)};
}

constexpr double stiffness = 3, tension = 5;

SolidBody membrane(const SurfaceMesh& mesh, std::vector<int> free, double at_rest = 0) {
  SolidBody body = empty_body(mesh, std::move(free));
  body.add<MembraneElements>(mesh.faces, MembraneLaw(1000, 0.3, at_rest));
  return body;
}
SolidBody bending(const SurfaceMesh& mesh, std::vector<int> free) {
  SolidBody body = empty_body(mesh, std::move(free));
  body.add<BendingElements>(hinges_of(mesh.faces), stiffness);
  return body;
}
/// Every kind of shell: without tension, with tension, and bending alone.
void each(const std::function<void(const SolidBody&)>& check) {
  const SurfaceMesh mesh = uneven_disk();
  check(membrane(mesh, all_free(mesh)));
  check(membrane(mesh, all_free(mesh), tension));
  check(bending(mesh, all_free(mesh)));
}

Vec force(const SolidBody& body, const Vec& u) {
  Vec f = Vec::Zero(u.size());
  body.add_force(u, f);
  return f;
}
double potential(const SolidBody& body, const Vec& u) {
  double sum = 0;
  body.add_potential(u, sum);
  return sum;
}

}  // namespace

TEST_CASE("forces of shells are slopes, products and matrices their slopes", "[shells]") {
  each([](const SolidBody& body) {
    for (const double size : {1e-4, 0.01, 0.1}) {  // the largest turns triangles over
      CAPTURE(size);
      const Vec u = random(body.dof(), size, 1), d = random(body.dof(), 1, 2);
      const double e = 1e-6;
      const Vec change = (force(body, u + e * d) - force(body, u - e * d)) / (2 * e);
      Vec product = Vec::Zero(body.dof());
      body.add_jacobian_times(u, d, product);
      CHECK((product - change).norm() < 1e-7 * product.norm());
      const double slope = (potential(body, u + e * d) - potential(body, u - e * d)) / (2 * e);
      CHECK(-force(body, u).dot(d) == Approx(slope).epsilon(1e-6));
      Mat K, projected;
      body.stiffness(u, K);
      body.stiffness<true>(u, projected);
      CHECK((K * d + product).norm() < 1e-13 * product.norm());
      CHECK(Mat(K - Mat(K.transpose())).norm() < 1e-14 * K.norm());
      const double allowed = -1e-12 * K.norm();
      CHECK(dense::symmetric_eigenvalues(projected)[0] > allowed);
      CHECK(dense::symmetric_eigenvalues(Mat(projected - K))[0] > allowed);
    }
  });
}

TEST_CASE("a projection of a pressed membrane changes its matrix, of a stretched one not",
          "[shells]") {
  const SurfaceMesh mesh = disk(2, 0.1);
  const SolidBody body = membrane(mesh, all_free(mesh));
  Mat K, projected;
  for (const double strain : {-0.1, 0.1}) {
    const Vec u = strain * mesh.vertices.reshaped();
    body.stiffness(u, K);
    body.stiffness<true>(u, projected);
    CHECK((dense::symmetric_eigenvalues(K)[0] < -1e-3 * K.norm()) == (strain < 0));
    CHECK((Mat(projected - K).norm() > 1e-3 * K.norm()) == (strain < 0));
  }
}

TEST_CASE("forces of shells in extended precision are those in double", "[shells]") {
  each([](const SolidBody& body) {
    const Vec u = random(body.dof(), 0.01, 3), f = force(body, u);
    VecOf<long double> wide = VecOf<long double>::Zero(u.size());
    body.add_force(VecOf<long double>(u.cast<long double>()), wide);
    const double apart = double((wide - f.cast<long double>()).norm());
    CHECK(apart < 1e-14 * f.norm());
    CHECK(apart > 0);
  });
}

TEST_CASE("a moved shell feels nothing, a turned deformation turned forces", "[shells]") {
  each([](const SolidBody& body) {
    const Vec shift = Vector3d(0.1, 0.4, 0.7).replicate(body.dof() / 3, 1);
    const double least = potential(body, Vec::Zero(body.dof()));
    CHECK((force(body, shift) - force(body, Vec::Zero(body.dof()))).isZero(0));
    CHECK(potential(body, shift) == least);
    const Eigen::Matrix3d Q =
        Eigen::AngleAxisd(1.1, Vector3d(1, -1, 2).normalized()).toRotationMatrix();
    const Vec u = random(body.dof(), 0.01, 4), f = force(body, u);
    Vec turned(u.size()), turned_force(u.size());
    Vector3d sum = Vector3d::Zero(), torque = Vector3d::Zero();
    for (Index i = 0; i < u.size(); i += 3) {
      const Vector3d x = body.rest().col(i / 3) + u.segment<3>(i);
      turned.segment<3>(i) = Q * x - body.rest().col(i / 3);
      turned_force.segment<3>(i) = Q * f.segment<3>(i);
      sum += f.segment<3>(i);
      torque += x.cross(f.segment<3>(i));
    }
    CHECK((force(body, turned) - turned_force).norm() < 1e-11 * f.norm());
    CHECK(potential(body, turned) == Approx(potential(body, u)).epsilon(1e-10));
    CHECK(sum.norm() < 1e-13 * f.norm());
    CHECK(torque.norm() < 1e-13 * f.norm());
  });
}

TEST_CASE("fixed vertices of shells neither move nor are pulled", "[shells]") {
  const SurfaceMesh mesh = uneven_disk();
  std::vector<int> free = all_free(mesh);  // in another order, with holes
  int next = 0;
  for (std::size_t i = free.size(); i-- > 0;) free[i] = i % 4 == 1 ? -1 : next++;
  for (const auto& make : {std::function([&](std::vector<int> f) { return membrane(mesh, f, 5); }),
                           std::function([&](std::vector<int> f) { return bending(mesh, f); })}) {
    const SolidBody part = make(free), whole = make(all_free(mesh));
    const Vec u = random(part.dof(), 0.01, 5);
    Vec wide = Vec::Zero(whole.dof());
    for (Index i = 0; i < whole.dof() / 3; ++i)
      if (const int at = part.free_index(i); at >= 0) wide.segment<3>(3 * i) = u.segment<3>(3 * at);
    const Vec f = force(part, u), wide_f = force(whole, wide);
    VecOf<long double> longer = VecOf<long double>::Zero(u.size());
    part.add_force(VecOf<long double>(u.cast<long double>()), longer);
    CHECK((longer.cast<double>() - f).norm() < 1e-13 * f.norm());
    Mat K, wide_K;
    part.stiffness(u, K);
    whole.stiffness(wide, wide_K);
    const Eigen::MatrixXd dense(K), wide_dense(wide_K);
    for (Index i = 0; i < whole.dof() / 3; ++i) {
      const int at = part.free_index(i);
      if (at < 0) continue;
      CHECK((f.segment<3>(3 * at) - wide_f.segment<3>(3 * i)).norm() < 1e-13 * f.norm());
      for (Index j = 0; j < whole.dof() / 3; ++j)
        if (const int other = part.free_index(j); other >= 0)
          CHECK(
              (dense.block<3, 3>(3 * at, 3 * other) - wide_dense.block<3, 3>(3 * i, 3 * j)).norm() <
              1e-13 * K.norm());
    }
    CHECK(potential(part, u) == Approx(potential(whole, wide)).epsilon(1e-13));
  }
}

TEST_CASE("a stretched membrane has the energy of its law, a pulled strip its modulus",
          "[shells]") {
  const SurfaceMesh mesh = uneven_disk();
  const double area = vertex_areas(mesh).sum(), Y = 1000, nu = 0.3, s = 0.1;
  const SolidBody body = membrane(mesh, all_free(mesh), tension);
  const Vec u = s * mesh.vertices.reshaped();
  const double E = s + s * s / 2;  // in both directions
  CHECK(potential(body, u) ==
        Approx(area * (Y / (1 - nu) * E * E + 2 * tension * E)).epsilon(1e-12));
  // Strain e along one direction and -nu e across is plane stress Y e: energy Y e^2/2.
  const SurfaceMesh flat = disk(2, 0.1);
  const double e = 1e-5;
  Vec strip(flat.vertices.size());
  for (Index i = 0; i < flat.vertices.cols(); ++i)
    strip.segment<3>(3 * i) = e * Vector3d(flat.vertices(0, i), 0, -nu * flat.vertices(2, i));
  CHECK(potential(membrane(flat, all_free(flat)), strip) ==
        Approx(vertex_areas(flat).sum() * Y / 2 * e * e).epsilon(1e-4));
}

TEST_CASE("a bent sheet has the energy of its curvatures, to the order of the mesh", "[shells]") {
  // Curvatures a and b along turned axes; the energy misses the half of the rim's hinges.
  struct Case {
    double a, b, per_area;
  };
  const double c = 0.01, plate = stiffness / 2 * c * c;
  for (const auto& [a, b, per_area] :
       {Case{c, 0, plate}, Case{c, c, 4. / 3 * plate}, Case{c, -c, 8. / 3 * plate}})
    for (const double angle : {0.0, 0.4}) {
      double last = 0;
      for (const int rings : {4, 8, 16}) {
        const SurfaceMesh mesh = regular_polygon(6, rings, 0.1);  // equilateral triangles
        Vec u = Vec::Zero(mesh.vertices.size());
        for (Index i = 0; i < mesh.vertices.cols(); ++i) {
          const double x = mesh.vertices(0, i), z = mesh.vertices(2, i);
          const double along = x * std::cos(angle) + z * std::sin(angle),
                       across = z * std::cos(angle) - x * std::sin(angle);
          u[3 * i + 1] = (a * along * along + b * across * across) / 2;
        }
        const double error =
            1 - potential(bending(mesh, all_free(mesh)), u) / (per_area * vertex_areas(mesh).sum());
        CAPTURE(a, b, angle, rings, error);
        CHECK(error > 0);
        if (last > 0) {
          CHECK(std::log2(last / error) > 0.9);
          CHECK(std::log2(last / error) < 1.1);
        }
        last = error;
      }
      CHECK(last < 0.03);
    }
}

TEST_CASE("meshes of other triangles make a bent sheet stiffer by a tenth", "[shells]") {
  for (const SurfaceMesh& mesh : {regular_polygon(8, 35, 0.1), disk(35, 0.1)}) {
    Vec u = Vec::Zero(mesh.vertices.size());
    for (Index i = 0; i < mesh.vertices.cols(); ++i)
      u[3 * i + 1] = 0.005 * mesh.vertices(0, i) * mesh.vertices(0, i);
    const double share = potential(bending(mesh, all_free(mesh)), u) /
                         (stiffness / 2 * 1e-4 * vertex_areas(mesh).sum());
    CHECK(share > 1.08);
    CHECK(share < 1.14);
  }
}

TEST_CASE("shells that are not flat, and triangles without area, are errors", "[shells]") {
  SurfaceMesh mesh = disk(2, 0.1);
  CHECK(hinges_of(mesh.faces).cols() == (3 * 24 - 12) / 2);
  mesh.vertices(1, 0) = 0.01;
  CHECK_THROWS_WITH(bending(mesh, all_free(mesh)), Catch::Contains("flat at rest"));
  mesh.vertices.col(0) = mesh.vertices.col(1);
  CHECK_THROWS_WITH(membrane(mesh, all_free(mesh)), Catch::Contains("area at rest"));
  Eigen::Matrix3Xi fan(3, 3);
  fan << 0, 0, 0, 1, 1, 1, 2, 3, 4;
  CHECK_THROWS_WITH(hinges_of(fan), Catch::Contains("one triangle or two"));
}

TEST_CASE("a disk of rings is flat, round and faces upwards", "[shells][meshes]") {
  for (const int rings : {1, 2, 7}) {
    const SurfaceMesh mesh = disk(rings, 0.3);
    CHECK(mesh.faces.cols() == 6 * rings * rings);
    CHECK(mesh.vertices.cols() == 1 + 3 * rings * (rings + 1));
    CHECK(mesh.vertices.row(1).isZero(0));
    CHECK((mesh.vertices.rightCols(6 * rings).colwise().norm().array() - 0.3).abs().maxCoeff() <
          1e-15);
    CHECK(mesh.vertices.leftCols(mesh.vertices.cols() - 6 * rings).colwise().norm().maxCoeff() <
          0.3);
    double area = 0;
    for (const auto& face : mesh.faces.colwise()) {
      const Vector3d a = mesh.vertices.col(face[0]),
                     twice = (mesh.vertices.col(face[1]) - a).cross(mesh.vertices.col(face[2]) - a);
      CHECK(twice[1] > 0);
      area += twice[1] / 2;
    }
    // The polygon of the rim.
    CHECK(area == Approx(3 * rings * 0.09 * std::sin(M_PI / (3 * rings))).epsilon(1e-13));
    CHECK(vertex_areas(mesh).sum() == Approx(area).epsilon(1e-13));
  }
}

}  // namespace shells_tests
