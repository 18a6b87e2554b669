// Each contact counts once, however it is meshed.

#include "problems/contact/distance/edge_edge.hpp"
#include "problems/contact/distance/point_edge.hpp"
#include "problems/contact/distance/point_triangle.hpp"
#include "problems/contact/friction/normal_forces.hpp"
#include "tests/problems/contact/collisions/sum.hpp"
#include "tests/problems/contact/pairs.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <set>

namespace collisions_tests {

using namespace stiffbench;
using namespace stiffbench::test;
using Eigen::Matrix3d;
using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

Matrix3d rotation(const Vector3d& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}
/// The points turned by a rotation and then moved.
Matrix3Xd placed(const Matrix3Xd& points, const Matrix3d& turn, const Vector3d& move) {
  return (turn * points).colwise() + move;
}

/// Two unit cubes, both turned and moved; the first one is an obstacle.
ContactSurface two_cubes(const Matrix3d& turn_one, const Matrix3d& turn, const Vector3d& move) {
  const Triangles one = cube(1);
  return SceneMaker()
      .add(turn_one * one.points, one.triangles)
      .add(placed(one.points, turn, move), one.triangles)
      .surface(8);
}

void require_one_contact(const ContactSurface& surface, double distance, double dhat) {
  const Matrix3Xd x = surface.positions(Vec::Zero(surface.dof()));
  const auto collisions = find_collisions(surface, all_pairs(surface), x, dhat);
  double weights = 0;
  for (const Collision& collision : collisions) {
    REQUIRE(std::abs(collision.distance - distance) < 1e-12);
    weights += collision.weight;
  }
  REQUIRE(weights == 1);
  REQUIRE(collisions.size() == 1);
}

}  // namespace

TEST_CASE("a contact of convex features counts once", "[contact]") {
  const Matrix3d none = Matrix3d::Identity();
  // A cube on its tip, and one on an edge along x, the lowest points of both at 0.
  const Matrix3d on_tip =
      Eigen::Quaterniond::FromTwoVectors(Vector3d(1, 1, 1), Vector3d(0, 0, 1)).toRotationMatrix();
  const Matrix3d on_edge = rotation({1, 0, 0}, 0.25 * EIGEN_PI);
  SECTION("vertex over a face, an edge, a vertex") {
    require_one_contact(two_cubes(none, on_tip, {0.4, 0.7, 1.05}), 0.05, 0.1);
    // Over the edge inside the flat face, and beside it.
    require_one_contact(two_cubes(none, on_tip, {0.5, 0.5, 1.05}), 0.05, 0.1);
    require_one_contact(two_cubes(none, on_tip, {0.54, 0.46, 1.05}), 0.05, 0.1);
    require_one_contact(two_cubes(none, on_tip, {0.46, 0.54, 1.05}), 0.05, 0.1);
    require_one_contact(two_cubes(none, on_tip, {1.007, 0.7, 1.024}), 0.025, 0.03);
    require_one_contact(two_cubes(none, on_tip, {1.002, 1.003, 1.006}), 0.007, 0.01);
  }
  SECTION("edges that cross") {
    // The first cube has an edge on top, along x at y = 0, z = 0; the second one crosses it.
    const Matrix3d top = rotation({1, 0, 0}, 1.25 * EIGEN_PI),
                   turn = rotation({0, 0, 1}, 1) * on_edge;
    const auto above = [&](double share) -> Vector3d {
      return Vector3d(0.6, 0, 0.05) - turn * Vector3d(share, 0, 0);
    };
    require_one_contact(two_cubes(top, turn, above(0.5)), 0.05, 0.1);
    // Near the end of an edge, which is then near as well.
    const ContactSurface surface = two_cubes(top, turn, above(0.03));
    const Matrix3Xd x = surface.positions(Vec::Zero(surface.dof()));
    CHECK(find_collisions(surface, all_pairs(surface), x, 0.1).size() > 1);
    CHECK(sum_of(surface, all_pairs(surface), x, 0.1).potential ==
          Approx(unit_barrier(0.1).law().energy(0.05)).epsilon(1e-12));
    double friction = 0;
    const auto collisions = find_collisions(surface, all_pairs(surface), x, 0.1);
    for (const NormalForce& one : friction_forces(surface, unit_barrier(0.1), collisions, x))
      friction += one.size;
    CHECK(friction == Approx(-unit_barrier(0.1).law().first_derivative(0.05)).epsilon(1e-12));
  }
}

TEST_CASE("a contact of edges near both of their ends counts three quarters to 1.05 times",
          "[contact]") {
  // Two edges that cross at a right angle, at these distances from their ends.
  Eigen::Matrix2Xi edge(2, 1);
  edge << 0, 1;
  const Eigen::Matrix3Xi none(3, 0);
  double least = 1, most = 1;
  for (const double gap : {1e-12, 1e-6, 1e-3, 0.03, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95})
    for (double one = 0.02; one < 1.2; one *= 1.3)
      for (double other = one; other < 1.2; other *= 1.3)
        for (const double size : {gap, std::sqrt(gap), 1.0}) {
          Matrix3Xd a(3, 2), b(3, 2);
          a << -one * size, 5, 0, 0, 0, 0;
          b << 0, 0, -other * size, 5, gap, gap;
          const ContactSurface surface =
              SceneMaker().add(a, none, edge).add(b, none, edge).surface();
          const double ratio =
              sum_of(surface, all_pairs(surface), surface.mesh().rest, 1).potential /
              unit_barrier(1).law().energy(gap);
          least = std::min(least, ratio);
          most = std::max(most, ratio);
        }
  CHECK(least == Approx(0.75).margin(0.02));
  CHECK(least >= 0.75 - 1e-12);
  CHECK(most == Approx(1.05).margin(0.01));
}

TEST_CASE("a flat face carries the same force however it is meshed", "[contact]") {
  const double dhat = 0.3;
  RandomPairs random(3);
  const auto scene = [&](int n, const Vector3d& point) {
    const Triangles face = square(1, n);
    return SceneMaker().add(face.points, face.triangles).add_point(point).surface();
  };
  for (int i = 0; i < 40; ++i) {
    Vector3d point(random.uniform(0.35, 0.65), random.uniform(0.35, 0.65), random.power(-3, -0.6));
    if (i % 4 == 1) point.x() = 0.5;                   // over edges
    if (i % 4 == 2) point.head<2>().setConstant(0.5);  // over a vertex
    if (i % 4 == 3) point.y() = point.x();             // over diagonals
    const double expected = Barrier<double>{1, dhat}.first_derivative(point.z());
    for (const int n : {1, 2, 3, 10}) {
      const ContactSurface surface = scene(n, point);
      const Matrix3Xd x = surface.positions(Vec::Zero(surface.dof()));
      const PotentialAndGradient sum = sum_of(surface, all_pairs(surface), x, dhat);
      const Eigen::Index last = x.cols() - 1;
      CHECK(std::abs(sum.gradient(2, last) - expected) < 1e-12 * std::abs(expected));
      CHECK(sum.gradient.col(last).head<2>().norm() < 1e-12 * std::abs(expected));
    }
  }
}

TEST_CASE("a vertex of a body over a finely meshed face counts once", "[contact]") {
  // All cells of the face have their vertices nearest to the tip of the cube.
  const Triangles face = square(1, 20), one = cube(1);
  const Matrix3d on_tip =
      Eigen::Quaterniond::FromTwoVectors(Vector3d(1, 1, 1), Vector3d(0, 0, 1)).toRotationMatrix();
  const ContactSurface surface =
      SceneMaker()
          .add(face.points, face.triangles)
          .add(placed(one.points, on_tip, {0.512, 0.534, 0.07}), one.triangles)
          .surface();
  const Matrix3Xd x = surface.positions(Vec::Zero(surface.dof()));
  double points = 0;
  for (const Collision& c : find_collisions(surface, all_pairs(surface), x, 0.09))
    if (c.kind == Collision::Kind::point_point || c.kind == Collision::Kind::point_triangle)
      points += c.weight;
  CHECK(points == 1);
}

namespace {

/// The sum by its definition: every pair of closed primitives of a vertex and a surface, with all
/// their faces, has the coefficient 1 less those of all pairs that contain it. Two edges count with
/// a factor for each end.
class BruteForceSum {
 public:
  using Cell = std::pair<std::set<int>, std::set<int>>;  // vertices of the two primitives, ordered

  BruteForceSum(const ContactSurface& surface, const Candidates& candidates) {
    for (const auto& [i, j] : candidates.point_triangle)
      add(set(surface.vertex(i)), set(surface.triangle(j)));
    for (const auto& [i, j] : candidates.point_edge)
      add(set(surface.vertex(i)), set(surface.edge(j)));
    for (const auto& [i, j] : candidates.point_point)
      add(set(surface.vertex(i)), set(surface.vertex(j)));
    for (const auto& [i, j] : candidates.edge_edge)
      edges_.push_back(
          {surface.edge(i)[0], surface.edge(i)[1], surface.edge(j)[0], surface.edge(j)[1]});
    std::vector<Cell> cells;
    for (const auto& [cell, coefficient] : coefficients_) cells.push_back(cell);
    std::stable_sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) {
      return a.first.size() + a.second.size() > b.first.size() + b.second.size();
    });
    for (const Cell& cell : cells) {
      int above = 0;
      for (const Cell& other : cells)
        if (other != cell && contains(other, cell)) above += coefficients_[other];
      coefficients_[cell] = 1 - above;
    }
  }
  double potential(const Matrix3Xd& x, const Barrier<double>& law) const {
    const auto energy = [&](const std::vector<int>& one, const std::vector<int>& other) {
      Vertices<double> vertices{};
      std::size_t n = 0;
      for (const auto* side : {&one, &other})
        for (const int i : *side) {
          for (int k = 0; k < 3; ++k) vertices[n][static_cast<std::size_t>(k)] = x(k, i);
          ++n;
        }
      const PairShape shape{static_cast<int>(one.size()), static_cast<int>(other.size())};
      return law.energy(std::sqrt(brute_force(vertices, shape).squared));
    };
    const auto list = [](const std::set<int>& all) {
      return std::vector<int>(all.begin(), all.end());
    };
    double sum = 0;
    for (const auto& [cell, coefficient] : coefficients_)
      sum += coefficient * energy(list(cell.first), list(cell.second));
    for (const auto& [a, b, c, d] : edges_) {
      const double P = energy({a, b}, {c, d});
      if (P == 0) continue;
      sum += P * (1 - energy({a}, {c, d}) / P) * (1 - energy({b}, {c, d}) / P) *
             (1 - energy({c}, {a, b}) / P) * (1 - energy({d}, {a, b}) / P);
    }
    return sum;
  }

 private:
  template <std::size_t n>
  static std::set<int> set(const std::array<int, n>& vertices) {
    return {vertices.begin(), vertices.end()};
  }
  static bool contains(const std::set<int>& all, const std::set<int>& part) {
    return std::includes(all.begin(), all.end(), part.begin(), part.end());
  }
  static bool contains(const Cell& all, const Cell& part) {
    return (contains(all.first, part.first) && contains(all.second, part.second)) ||
           (contains(all.first, part.second) && contains(all.second, part.first));
  }
  void add(const std::set<int>& a, const std::set<int>& b) {
    const auto parts = [](const std::set<int>& all) {
      std::vector<int> list(all.begin(), all.end());
      std::vector<std::set<int>> some;
      for (unsigned bits = 1; bits < 1u << list.size(); ++bits) {
        some.emplace_back();
        for (std::size_t i = 0; i < list.size(); ++i)
          if (bits >> i & 1) some.back().insert(list[i]);
      }
      return some;
    };
    for (const auto& one : parts(a))
      for (const auto& other : parts(b)) coefficients_[std::minmax(one, other)] = 0;
  }
  std::map<Cell, int> coefficients_;
  std::vector<std::array<int, 4>> edges_;
};

}  // namespace

TEST_CASE("collisions add up to the definition of the potential", "[contact]") {
  RandomPairs random(5);
  const Triangles one = cube(1), sheet = square(1, 2);
  Eigen::Matrix2Xi rod(2, 2);
  rod << 0, 1, 1, 2;
  for (int i = 0; i < 60; ++i) {
    SceneMaker maker;
    const bool self = i % 3 == 0;
    // Points everywhere about a body, whose edges are not parallel.
    Matrix3Xd bent = sheet.points;
    for (auto& value : bent.reshaped()) value += random.uniform(-0.2, 0.2);
    maker.add(bent, sheet.triangles, self);
    if (i % 2 == 0) {
      Matrix3Xd other = one.points * 0.6;
      for (auto& value : other.reshaped()) value += random.uniform(-0.1, 0.1);
      maker.add(placed(other, rotation(random.direction(), random.uniform(0, 3)),
                       random.direction() * 0.5 + Vector3d(0.5, 0.5, 0.5)),
                one.triangles);
    } else {
      Matrix3Xd line(3, 3);
      for (auto& value : line.reshaped()) value = random.uniform(0, 1);
      maker.add(line, Eigen::Matrix3Xi(3, 0), rod);
      maker.add_point(random.direction() * 0.3 + Vector3d(0.5, 0.5, 0));
      maker.add_point(random.direction() * 0.3 + Vector3d(0.5, 0.5, 0));
    }
    const ContactSurface surface = maker.surface();
    const Candidates candidates = all_pairs(surface);
    const Matrix3Xd x = surface.positions(Vec::Zero(surface.dof()));
    // Where vertices of one triangle are this near, its own edges count as well.
    const double dhat = self ? random.power(-1.5, -1) : random.power(-1, 0);
    const auto collisions = find_collisions(surface, candidates, x, dhat);
    bool mollified = false;
    for (const Collision& c : collisions) mollified |= c.is_mollified();
    if (mollified) continue;
    const double ours = sum_of(unit_barrier(dhat), collisions, x).potential,
                 exact = BruteForceSum(surface, candidates).potential(x, {1, dhat});
    CAPTURE(i, dhat, collisions.size());
    CHECK(std::abs(ours - exact) < 1e-11 * (1 + std::abs(exact)));
  }
}

TEST_CASE("spikes that hook each other repel", "[contact]") {
  // Two fans from a run of trampoline_maze, about the tip of the first, in units of dhat; the tips
  // are 0.27 apart, and some of their edges 0.003. Inclusion-exclusion over edges as well gives
  // them a potential of -13.
  Matrix3Xd one(3, 9), other(3, 8);
  one << 0, -28.924846, -25.789728, -40.483532, -14.469745, -6.000594, -19.869797, -24.594923,
      -27.623819,                                                                                //
      0, 24.451204, 3.551121, 42.485332, 23.033580, 38.799322, 27.134390, 31.001454, 32.558087,  //
      0, 60.432963, -2.065552, 95.334524, 41.512310, -13.407945, 52.392488, 63.041350, 68.315780;
  other << -0.088917, -5.878096, -9.455246, 1.069112, 10.156161, 39.603692, 31.637806,
      10.904136,                                                                                //
      0.109110, 5.966077, 17.259955, 6.616505, -13.503248, -48.643468, -37.852745, -11.670122,  //
      0.229784, 42.317449, 56.473197, 32.643934, -25.855909, -99.356495, -78.478698, -25.166643;
  Eigen::Matrix3Xi of_one(3, 8), of_other(3, 7);
  of_one << 1, 0, 4, 0, 5, 6, 8, 3,  //
      2, 3, 0, 4, 2, 7, 0, 0,        //
      0, 1, 5, 6, 0, 0, 7, 8;
  of_other << 0, 3, 0, 0, 5, 6, 3,  //
      1, 2, 4, 5, 0, 0, 7,          //
      2, 0, 1, 4, 6, 7, 0;
  const ContactSurface surface = SceneMaker().add(one, of_one).add(other, of_other).surface();
  const double nearest = unit_barrier(1).law().energy(0.0034);
  CHECK(sum_of(surface, all_pairs(surface), surface.mesh().rest, 1).potential > nearest);
}

TEST_CASE("two vertices that face each other repel at any offset", "[contact]") {
  Eigen::Matrix3Xi triangles(3, 6);
  for (int k = 0; k < 6; ++k) triangles.col(k) = Eigen::Vector3i(0, 1 + k, 1 + (k + 1) % 6);
  RandomPairs random(17);
  const auto fan = [&](double angle, const Vector3d& tip) {
    Matrix3Xd points(3, 7);
    points.col(0) = tip;
    for (int k = 0; k < 6; ++k)
      points.col(k + 1) = tip + Vector3d(4 * std::cos(angle + k * EIGEN_PI / 3),
                                         4 * std::sin(angle + k * EIGEN_PI / 3), 0);
    return points;
  };
  for (int i = 0; i < 400; ++i) {
    Matrix3Xd one = fan(0, Vector3d::Zero()),
              other = fan(
                  random.uniform(0, 1),
                  {random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7), random.uniform(0, 0.9)});
    const double bend = i % 4 == 0 ? 0 : random.uniform(0, 0.4);
    for (int k = 0; k < 7; ++k) {
      one(2, k) -= random.uniform(0, bend);
      other(2, k) += random.uniform(0, bend);
    }
    const ContactSurface surface = SceneMaker().add(one, triangles).add(other, triangles).surface();
    const auto collisions = find_collisions(surface, all_pairs(surface), surface.mesh().rest, 1);
    double nearest = 1;
    for (const Collision& c : collisions)
      if (!c.is_mollified()) nearest = std::min(nearest, c.distance);
    CAPTURE(i, nearest);
    // Where an end of each of two edges is near, a contact may count three quarters.
    CHECK(sum_of(unit_barrier(1), collisions, surface.mesh().rest).potential >=
          0.75 * unit_barrier(1).law().energy(nearest));
  }
}

}  // namespace collisions_tests
