// Eight elements at once against one by one: decompositions, stresses and Hessians of every
// material, where lanes have ordinary, inverted, flat, tiny and meaningless deformations side by
// side.

#include "problems/solids/elements/hyperelastic.hpp"
#include "problems/solids/material.hpp"
#include "problems/solids/materials/symmetric_eigen.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace simd_tests {

using namespace stiffbench;

namespace {

using M3 = Eigen::Matrix3d;
using V3 = Eigen::Vector3d;
constexpr int lanes = Lanes::count;
constexpr double infinity = std::numeric_limits<double>::infinity();

M3 random(double size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-size, size);
  return M3::NullaryExpr([&] { return number(generator); });
}
M3 turned(const V3& stretches, unsigned seed) {
  const M3 A = random(3, seed), B = random(3, seed + 1);
  return Eigen::AngleAxisd(A(0, 0), A.col(1).normalized()) * M3(stretches.asDiagonal()) *
             Eigen::AngleAxisd(B(0, 0), B.col(1).normalized()) -
         M3::Identity();
}

/// Displacement gradients of every kind, eight of each ordinary kind so that they fill lanes by
/// themselves, and then mixed ones.
std::vector<M3> gradients() {
  std::vector<M3> all;
  for (const double size : {1e-9, 1e-3, 0.3, 0.8})
    for (unsigned i = 0; i < lanes; ++i) all.push_back(random(size, i));
  const std::vector<V3> kinds = {{1, 1, 1},        {1.5, 1.5, 1.5},  {2, 2, 0.5}, {1.2, 0.7, 0.7},
                                 {1, 1, -1},       {1.3, 0.9, -0.4}, {1, 0.5, 0}, {0.4, 0.3, 0.2},
                                 {0.3, 0.2, -0.1}, {2, 1e-7, -1e-7}, {5, 1, 1},   {0, 0, 0}};
  for (unsigned i = 0; i < 3 * kinds.size(); ++i) all.push_back(turned(kinds[i % kinds.size()], i));
  all.push_back(M3::Constant(NAN));
  all.push_back(M3::Zero());
  return all;
}
Matrix3<Lanes> batch(const std::vector<M3>& all, std::size_t first) {
  Matrix3<Lanes> G;
  for (int lane = 0; lane < lanes; ++lane)
    set_lane(G, lane, all[(first + std::size_t(lane)) % all.size()]);
  return G;
}
/// Calls check(G of eight, lane, G of that lane) for every gradient in every lane.
void each(auto&& check) {
  const std::vector<M3> all = gradients();
  for (std::size_t first = 0; first < all.size(); ++first) {
    const Matrix3<Lanes> G = batch(all, first);
    for (int lane = 0; lane < lanes; ++lane) {
      CAPTURE(first, lane);
      check(G, lane, all[(first + std::size_t(lane)) % all.size()]);
    }
  }
}
/// Whether two matrices agree to round-off of this size, or neither is finite.
bool agree(const auto& a, const auto& b, double round_off) {
  if (!a.allFinite() || !b.allFinite()) return a.allFinite() == b.allFinite();
  return (a - b).norm() <= round_off;
}

/// Whether the energy is more than round-off: no logarithm is taken of nearly 0.
bool has_energy(const auto& material, const Stretches<double>& at) {
  return material.invertible || !(std::abs(at.s.prod()) < 1e-10);
}
/// Whether stress and Hessian are more than round-off: no two stretches nearly cancel, too.
bool resolvable(const auto& material, const Stretches<double>& at) {
  return !(at.pair_sums().cwiseAbs().minCoeff() < 1e-3 * at.s.cwiseAbs().maxCoeff()) &&
         has_energy(material, at);
}

const Lame parameters = lame(5e4, 0.3);
void each_material(auto&& check) {
  for (std::size_t i = 0; i < names_of(Material{}).size(); ++i) {
    INFO(names_of(Material{})[i]);
    std::visit(check, make_material(static_cast<Material>(i), parameters));
  }
}

}  // namespace

TEST_CASE("the stretches of eight deformations are those of each", "[solids]") {
  each([](const Matrix3<Lanes>& G, int lane, const M3& alone) {
    const Principal<Lanes> eight = principal(G);
    const Principal<double> one = principal(alone);
    const M3 U = lane_of<double>(eight.U, lane), V = lane_of<double>(eight.V, lane);
    const V3 s = lane_of<double>(eight.stretches.s, lane);
    const double size = 1 + alone.norm();
    CHECK(agree(s, one.stretches.s, 1e-14 * size));
    CHECK(agree(V3(lane_of<double>(eight.stretches.e, lane)), one.stretches.e, 1e-14 * size));
    if (!alone.allFinite()) return;
    CHECK((U * s.asDiagonal() * V.transpose() - M3::Identity() - alone).norm() < 1e-14 * size);
    for (const M3& Q : {U, V}) {
      CHECK((Q.transpose() * Q - M3::Identity()).norm() < 1e-14);
      CHECK(Q.determinant() > 0);
    }
  });
}

TEST_CASE("what one lane gets does not depend on the others", "[solids]") {
  each([](const Matrix3<Lanes>& G, int lane, const M3& alone) {
    if (!alone.allFinite()) return;
    Matrix3<Lanes> same;
    for (int i = 0; i < lanes; ++i) set_lane(same, i, alone);
    const Principal<Lanes> among = principal(G), by_itself = principal(same);
    CHECK(lane_of<double>(among.U, lane) == lane_of<double>(by_itself.U, 0));
    CHECK(lane_of<double>(among.V, lane) == lane_of<double>(by_itself.V, 0));
    CHECK(lane_of<double>(among.stretches.e, lane) == lane_of<double>(by_itself.stretches.e, 0));
  });
}

TEST_CASE("energies and stresses of eight elements are those of each", "[solids]") {
  each_material([](const auto& material) {
    each([&](const Matrix3<Lanes>& G, int lane, const M3& alone) {
      const Principal<Lanes> eight = principal(G);
      const Principal<double> one = principal(alone);
      const M3 P = stress(material, one);
      if (resolvable(material, one.stretches))
        CHECK(agree(lane_of<double>(stress(material, eight), lane), P,
                    1e-13 * (P.norm() + 5e4 * (1 + alone.norm()))));
      const double energy = material.energy(one.stretches),
                   in_lane = material.energy(eight.stretches)[lane];
      if (!has_energy(material, one.stretches))
        CHECK(!(in_lane < 0));
      else if (std::isfinite(energy))
        CHECK(std::abs(in_lane - energy) <=
              1e-13 * (std::abs(energy) + 5e4 * (1 + alone.norm()) * alone.norm()));
      else
        CHECK((in_lane == energy || std::isnan(in_lane)));
      if (energy == infinity && has_energy(material, one.stretches)) CHECK(in_lane == infinity);
    });
  });
}

TEST_CASE("Hessians of eight elements, projected or not, are those of each", "[solids]") {
  const M3 d = random(1, 77);
  Matrix3<Lanes> change;
  for (int lane = 0; lane < lanes; ++lane) set_lane(change, lane, d);
  each_material([&](const auto& material) {
    each([&](const Matrix3<Lanes>& G, int lane, const M3& alone) {
      const Principal<Lanes> eight = principal(G);
      const Principal<double> one = principal(alone);
      if (!resolvable(material, one.stretches)) return;
      const auto compare = [&](const Curvature<Lanes>& many, const Curvature<double>& single) {
        const M3 dP = EnergyHessian<double>(one, single).times(d);
        const double size = single.second.norm() + single.shear.norm() + single.spin.norm();
        CHECK(agree(lane_of<double>(EnergyHessian<Lanes>(eight, many).times(change), lane), dP,
                    1e-12 * (size + 5e4)));
      };
      const Curvature<Lanes> many = material.curvature(eight.stretches);
      const Curvature<double> single = material.curvature(one.stretches);
      compare(many, single);
      compare(many.projected(), single.projected());
      compare(many.without_turns(), single.without_turns());
    });
  });
}

TEST_CASE("eight numbers follow the rules of one", "[solids]") {
  const std::vector<double> numbers = {-0.9, -1e-9, 0, 1e-17, 1e-9, 0.4, 3, 1e12};
  const Lanes x = Lanes::of([&](int lane) { return numbers[std::size_t(lane)]; });
  const Lanes logs = log1p(x), roots = sqrt(x * x), sizes = abs(x), signs = copysign(Lanes(2), x);
  for (int lane = 0; lane < lanes; ++lane) {
    const double number = numbers[std::size_t(lane)];
    CAPTURE(number);
    CHECK(std::abs(logs[lane] - std::log1p(number)) <= 1e-15 * std::abs(std::log1p(number)));
    CHECK(roots[lane] == std::sqrt(number * number));
    CHECK(sizes[lane] == std::abs(number));
    CHECK(signs[lane] == (number < 0 ? -2 : 2));
    CHECK((x < 0)[lane] == (number < 0));
    CHECK(max(x, Lanes(0.4))[lane] == std::max(number, 0.4));
    CHECK(min(x, Lanes(0.4))[lane] == std::min(number, 0.4));
    CHECK(any(x == number));
  }
  CHECK_FALSE(any(x > 1e13));
  CHECK(std::isnan(log1p(Lanes(-2))[3]));
  CHECK(log1p(Lanes(-1))[3] == -infinity);
}

}  // namespace simd_tests
