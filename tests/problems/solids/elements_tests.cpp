// Elements of every shape and material by themselves, without a problem round them.

#include "base/dense.hpp"
#include "base/error.hpp"
#include "base/parameters.hpp"
#include "problems/meshes/grid.hpp"
#include "problems/solids/elements/hyperelastic.hpp"
#include "problems/solids/shapes/hexahedron.hpp"
#include "problems/solids/shapes/positive_det.hpp"
#include "problems/solids/shapes/tetrahedron.hpp"
#include "problems/solids/solid_body.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

namespace elements_tests {

using namespace stiffbench;

namespace {

using Eigen::Index;
using Eigen::Vector3d;
using M3 = Eigen::Matrix3d;

constexpr std::array<int, 3> cells = {2, 2, 2};
const Lame parameters = lame(1e5, 0.4);

Vec random(Index n, double size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-size, size);
  return Vec::NullaryExpr(n, [&] { return number(generator); });
}

/// 27 vertices of a skewed grid, the one in the middle, number 13, off its place.
Eigen::Matrix3Xd vertices() {
  Eigen::Matrix3Xd X = grid_vertices({cells, {0.3, 0.2, 0.1}});
  X.row(0) += 0.2 * X.row(1);
  X.col(13) += Vector3d(0.01, -0.02, 0.01);
  return X;
}
std::vector<SolidMesh> meshes() {
  return {kuhn_mesh(vertices(), cells), hex_mesh(vertices(), cells)};
}
std::vector<int> all_free() {
  return free_where(kuhn_mesh(vertices(), cells), [](const auto&) { return true; });
}
SolidBody make(const SolidMesh& mesh, Material material, std::vector<int> free = all_free()) {
  Mass mass = solid_masses(mesh, free, 1000, false).mass;
  return solid_body(mesh, std::move(free), std::move(mass), make_material(material, parameters));
}

void each(const std::function<void(const SolidBody&, const SolidMesh&, Material)>& check) {
  for (const SolidMesh& mesh : meshes())
    for (std::size_t i = 0; i < names_of(Material{}).size(); ++i) {
      const auto material = static_cast<Material>(i);
      INFO(name_of(material) << (mesh.index() == 0 ? ", tetrahedra" : ", hexahedra"));
      check(make(mesh, material), mesh, material);
    }
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
Vec affine(const SolidBody& body, const M3& G, const Vector3d& shift = Vector3d::Zero()) {
  Vec u(body.dof());
  for (Index i = 0; i < body.rest().cols(); ++i)
    u.segment<3>(3 * i) = G * body.rest().col(i) + shift;
  return u;
}
M3 turn() { return Eigen::AngleAxisd(1.1, Vector3d(1, 2, -1).normalized()).toRotationMatrix(); }
double total_volume(const SolidMesh& mesh) {
  return solid_masses(mesh, all_free(), 1, false).nodal.sum();
}

}  // namespace

TEST_CASE("forces of elements are slopes, products and matrices their slopes", "[solids]") {
  each([](const SolidBody& body, const SolidMesh&, Material) {
    const Vec u = random(body.dof(), 0.01, 1), d = random(body.dof(), 1, 2);
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
    const double allowed = -1e-12 * K.norm();
    CHECK(dense::symmetric_eigenvalues(projected)[0] > allowed);
    CHECK(dense::symmetric_eigenvalues(Mat(projected - K))[0] > allowed);
  });
}

TEST_CASE("a body of elements moved as a whole feels nothing, to the last bit", "[solids]") {
  each([](const SolidBody& body, const SolidMesh&, Material) {
    const Vec u = affine(body, M3::Zero(), {0.1, 0.4, 0.7});
    CHECK(force(body, u).isZero(0));
    CHECK(potential(body, u) == 0);
  });
}

namespace {

/// What a body of one material has at u, and its change with du, element by element.
struct Sums {
  Vec force, product;
  double potential = 0;

  template <class Shape>
  void add(const auto& corners, const Eigen::Matrix3Xd& rest, const auto& law, const Vec& u,
           const Vec& du) {
    for (const auto& point : Shape::quadrature(rest(Eigen::all, corners))) {
      M3 G = M3::Zero(), dG = M3::Zero();
      for (int p = 0; p < Shape::nodes; ++p) {
        G += u.segment<3>(3 * corners[p]) * point.gradients.col(p).transpose();
        dG += du.segment<3>(3 * corners[p]) * point.gradients.col(p).transpose();
      }
      const Principal<double> at = principal(G);
      const M3 P = point.volume * stress(law, at);
      const M3 dP = point.volume * EnergyHessian<double>(at, law.curvature(at.stretches)).times(dG);
      for (int p = 0; p < Shape::nodes; ++p) {
        force.segment<3>(3 * corners[p]) -= P * point.gradients.col(p);
        product.segment<3>(3 * corners[p]) -= dP * point.gradients.col(p);
      }
      potential += point.volume * law.energy(at.stretches);
    }
  }
};

}  // namespace

TEST_CASE("a body is the sum of its elements, whether they fill lanes or not", "[solids]") {
  for (const int length : {1, 2, 3}) {
    const std::array<int, 3> some = {length, 1, 1};
    const Eigen::Matrix3Xd X = grid_vertices({some, {0.3, 0.2, 0.1}});
    const Vec u = random(X.size(), 0.02, 6), d = random(X.size(), 1, 7);
    std::vector<int> free(std::size_t(X.cols()));
    std::iota(free.begin(), free.end(), 0);
    for (const SolidMesh& mesh : {SolidMesh(kuhn_mesh(X, some)), SolidMesh(hex_mesh(X, some))}) {
      CAPTURE(length, mesh.index());
      const SolidBody body = make(mesh, Material::neo_hookean, free);
      const NeoHookeanSolid law{parameters};
      Sums sums{Vec::Zero(u.size()), Vec::Zero(u.size())};
      if (const auto* tets = std::get_if<TetMesh>(&mesh))
        for (const auto& c : tets->tets.colwise()) sums.add<Tetrahedron>(c, X, law, u, d);
      else
        for (const auto& c : std::get<HexMesh>(mesh).hexes.colwise())
          sums.add<Hexahedron>(c, X, law, u, d);
      CHECK((force(body, u) - sums.force).norm() < 1e-12 * sums.force.norm());
      CHECK(potential(body, u) == Approx(sums.potential).epsilon(1e-12));
      Mat K;
      body.stiffness(u, K);
      CHECK((K * d + sums.product).norm() < 1e-12 * sums.product.norm());
      Volumes volumes;
      body.terms()[0]->add_volumes(affine(body, M3::Identity()), volumes);
      CHECK(volumes.least_det == Approx(8));
      CHECK(volumes.now == Approx(8 * 0.3 * 0.2 * 0.1));
      CHECK(potential(body, affine(body, -2 * M3::Identity())) == INFINITY);
    }
  }
}

TEST_CASE("a turned body feels nothing, and a turned deformation turned forces", "[solids]") {
  each([](const SolidBody& body, const SolidMesh&, Material) {
    const M3 Q = turn();
    const Vec rigid = affine(body, Q - M3::Identity(), {1, 2, 3});
    const double scale = body.stiffness_at_rest().norm() * rigid.norm();
    CHECK(force(body, rigid).norm() < 1e-14 * scale);
    CHECK(std::abs(potential(body, rigid)) < 1e-14 * scale * rigid.norm());
    // phi -> Q phi changes u to Q u + (Q - I) X.
    const Vec u = random(body.dof(), 0.01, 3), f = force(body, u);
    Vec turned(u.size()), turned_force(u.size());
    for (Index i = 0; i < u.size(); i += 3) {
      turned.segment<3>(i) = Q * u.segment<3>(i);
      turned_force.segment<3>(i) = Q * f.segment<3>(i);
    }
    turned += rigid;
    CHECK((force(body, turned) - turned_force).norm() < 1e-11 * f.norm());
    CHECK(potential(body, turned) == Approx(potential(body, u)).epsilon(1e-10));
  });
}

TEST_CASE("elements exert neither force nor torque on their body", "[solids]") {
  each([](const SolidBody& body, const SolidMesh&, Material) {
    const Vec u = random(body.dof(), 0.01, 4), f = force(body, u);
    Vector3d sum = Vector3d::Zero(), torque = Vector3d::Zero();
    for (Index i = 0; i < u.size(); i += 3) {
      const Vector3d at = f.segment<3>(i);
      sum += at;
      torque += (body.rest().col(i / 3) + u.segment<3>(i)).cross(at);
    }
    CHECK(sum.norm() < 1e-13 * f.norm());
    CHECK(torque.norm() < 1e-13 * f.norm());
  });
}

TEST_CASE("an affine deformation leaves a vertex inside in balance: the patch test", "[solids]") {
  M3 G;
  G << 0.2, 0.1, 0, -0.1, 0.1, 0.05, 0, 0.15, -0.2;
  each([&](const SolidBody& body, const SolidMesh& mesh, Material material) {
    const Vec u = affine(body, G);
    const Vec f = force(body, u);
    CHECK(f.segment<3>(3 * 13).norm() < 1e-13 * f.norm());
    const double density =
        std::visit([&](const auto& m) { return m.energy(principal(G).stretches); },
                   make_material(material, parameters));
    CHECK(potential(body, u) == Approx(density * total_volume(mesh)).epsilon(1e-12));
  });
}

TEST_CASE("masses of elements add up to the body's, lumped or consistent", "[solids]") {
  const double whole = 0.3 * 0.2 * 0.1 * 1000;
  for (const SolidMesh& mesh : meshes()) {
    std::vector<int> free = all_free();
    const SolidMasses lumped = solid_masses(mesh, free, 1000, false),
                      consistent = solid_masses(mesh, free, 1000, true);
    CHECK(lumped.nodal.sum() == Approx(whole).epsilon(1e-13));
    CHECK(consistent.mass.matrix().sum() == Approx(3 * whole).epsilon(1e-13));
    CHECK_FALSE(consistent.mass.is_diagonal());
    const Vec ones = Vec::Ones(81);
    CHECK((consistent.mass.matrix() * ones - lumped.mass.diagonal()).norm() < 1e-13 * whole);
    CHECK(consistent.mass.matrix().nonZeros() == make(mesh, Material{}).pattern().nonZeros());
    free[5] = -1;
    for (std::size_t i = 6; i < free.size(); ++i) --free[i];
    CHECK(solid_masses(mesh, free, 1000, true).mass.size() == 78);
    CHECK(solid_masses(mesh, free, 1000, true).nodal.sum() == Approx(whole));
  }
}

TEST_CASE("a consistent mass integrates squares of linear fields exactly", "[solids]") {
  const Eigen::Matrix3Xd X = grid_vertices({cells, {0.3, 0.2, 0.1}});
  Vec v = Vec::Zero(81);
  for (Index i = 0; i < 27; ++i) v[3 * i] = X(0, i);
  for (const SolidMesh& mesh : {SolidMesh(kuhn_mesh(X, cells)), SolidMesh(hex_mesh(X, cells))}) {
    const Mass mass = solid_masses(mesh, all_free(), 1000, true).mass;
    CHECK(v.dot(mass.matrix() * v) == Approx(1000 * 0.2 * 0.1 * std::pow(0.3, 3) / 3));
  }
}

TEST_CASE("fixed vertices of elements neither move nor are pulled", "[solids]") {
  for (const SolidMesh& mesh : meshes()) {
    std::vector<int> free(27);  // in another order, with holes
    for (int i = 0; i < 27; ++i) free[std::size_t(i)] = i % 5 == 0 ? -1 : 0;
    int next = 0;
    for (int i = 26; i >= 0; --i)
      if (free[std::size_t(i)] == 0) free[std::size_t(i)] = next++;
    const SolidBody part = make(mesh, Material::neo_hookean, free),
                    whole = make(mesh, Material::neo_hookean);
    const Vec u = random(part.dof(), 0.01, 5);
    Vec wide = Vec::Zero(81);
    for (Index i = 0; i < 27; ++i)
      if (part.free_index(i) >= 0) wide.segment<3>(3 * i) = u.segment<3>(3 * part.free_index(i));
    const Vec f = force(part, u), wide_f = force(whole, wide);
    Mat K, wide_K;
    part.stiffness(u, K);
    whole.stiffness(wide, wide_K);
    const Eigen::MatrixXd dense(K), wide_dense(wide_K);
    for (Index i = 0; i < 27; ++i) {
      if (part.free_index(i) < 0) continue;
      CHECK((f.segment<3>(3 * part.free_index(i)) - wide_f.segment<3>(3 * i)).norm() <
            1e-13 * f.norm());
      for (Index j = 0; j < 27; ++j)
        if (part.free_index(j) >= 0)
          CHECK((dense.block<3, 3>(3 * part.free_index(i), 3 * part.free_index(j)) -
                 wide_dense.block<3, 3>(3 * i, 3 * j))
                    .norm() < 1e-13 * K.norm());
    }
    CHECK(potential(part, u) == Approx(potential(whole, wide)).epsilon(1e-13));
  }
}

TEST_CASE("a step is feasible up to the first place where the determinant vanishes", "[solids]") {
  int limited = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Vec numbers = random(18, 1, seed);
    const M3 G = 0.2 * Eigen::Map<const M3>(numbers.data()),
             dG = 3 * Eigen::Map<const M3>(numbers.data() + 9);
    const auto det = [&](double s) { return (M3::Identity() + G + s * dG).determinant(); };
    const double share = share_above_zero(det_along(G, dG));
    REQUIRE(share > 0);
    REQUIRE(share <= 1);
    for (int i = 0; i < 1000; ++i) CHECK(det(share * i / 1000.) > 0);
    if (share == 1) continue;
    ++limited;
    CHECK(std::abs(det(share)) < 1e-12 * (1 + dG.norm()));
  }
  CHECK(limited > 100);
  const auto stretch = [](double a, double b, double c) {
    return M3(Vector3d(a, b, c).asDiagonal());
  };
  const M3 none = M3::Zero();
  CHECK(share_above_zero(det_along(none, none)) == 1);
  CHECK(share_above_zero(det_along(none, stretch(-2, 0, 0))) == Approx(0.5).epsilon(1e-14));
  CHECK(share_above_zero(det_along(none, stretch(-0.999, 0, 0))) == 1);
  CHECK(share_above_zero(det_along(none, stretch(-4, -4, 0))) ==
        Approx(0.25).epsilon(1e-6));  // touches 0
  CHECK(share_above_zero(det_along(none, stretch(-2, -2, -2))) == Approx(0.5).epsilon(1e-4));
  CHECK(share_above_zero(det_along(stretch(-3, 0, 0), stretch(1, 0, 0))) ==
        1);  // infeasible before
}

TEST_CASE("each of eight elements limits a step, and numbers that are not finite forbid it",
          "[solids]") {
  const auto in_lanes = [](const std::vector<M3>& all) {
    Matrix3<Lanes> lanes;
    for (int i = 0; i < 9; ++i)
      lanes(i) = Lanes::of([&](int lane) { return all[static_cast<std::size_t>(lane)](i); });
    return lanes;
  };
  const M3 none = M3::Zero(), fall = -2 * M3::Identity();
  for (std::size_t one = 0; one < 8; ++one) {
    std::vector<M3> changes(8, none);
    changes[one] = fall;
    const auto keeps =
        det_along(in_lanes(std::vector<M3>(8, none)), in_lanes(changes)).keeps_sign();
    for (int lane = 0; lane < 8; ++lane) CHECK(keeps[lane] == (lane != static_cast<int>(one)));
  }
  for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), 1e200}) {
    const M3 change = wrong * M3{{1, 2, 3}, {-4, 5, -6}, {7, -8, -9}};
    CHECK_FALSE(det_along(none, change).keeps_sign());
    CHECK(share_above_zero(det_along(none, change)) == 0);
  }
  // 1 - 8 s + 12 s^2 falls below 0 between its roots 1/6 and 1/2, and ends above it.
  for (const double size : {1., 1e200})
    CHECK(share_above_zero(Cubic<double>{size, -8 * size, 12 * size, 0}) == Approx(1. / 6));
  CHECK(share_above_zero(Cubic<double>{1, std::numeric_limits<double>::quiet_NaN(), 0, 0}) == 0);
}

TEST_CASE("only what may not be turned inside out limits a step", "[solids]") {
  each([](const SolidBody& body, const SolidMesh&, Material material) {
    const Vec u = Vec::Zero(81), press = affine(body, -2 * M3::Identity());
    const double share = body.terms()[0]->feasible_step(u, press);
    CHECK(share == Approx(material == Material::neo_hookean ? 0.5 : 1).epsilon(1e-4));
    Volumes sums;
    body.terms()[0]->add_volumes(press / 4, sums);
    CHECK(sums.least_det == Approx(0.125));
    CHECK(sums.now == Approx(sums.rest / 8));
    CHECK(sums.rest == Approx(0.3 * 0.2 * 0.1));
    CHECK(sums.inverted == 0);
    body.terms()[0]->add_volumes(press, sums = {});
    CHECK(sums.least_det == Approx(-1));
    CHECK(sums.now == Approx(-sums.rest));
    CHECK(sums.inverted == sums.rest);
    CHECK(std::isfinite(potential(body, press)) == (material != Material::neo_hookean));
  });
}

TEST_CASE("elements without volume and blocks out of the pattern are errors", "[solids]") {
  Eigen::Matrix3Xd flat = vertices();
  flat.row(2).setZero();
  for (const SolidMesh& mesh :
       {SolidMesh(kuhn_mesh(flat, cells)), SolidMesh(hex_mesh(flat, cells))})
    CHECK_THROWS_WITH(make(mesh, Material::neo_hookean), Catch::Contains("positive volume"));
  Eigen::Matrix3Xd mirrored = vertices();
  mirrored.row(2) *= -1;
  CHECK_THROWS_WITH(make(hex_mesh(mirrored, cells), Material::neo_hookean),
                    Catch::Contains("positive volume"));
}

}  // namespace elements_tests
